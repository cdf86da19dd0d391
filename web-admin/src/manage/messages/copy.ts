/** Texts of the page of messages to members. */
export const text = {
  title: '회원 알림',
  lead: '회원에게 자동으로 보내는 알림이에요. 회원은 앱에서 받지 않을 알림을 고를 수 있어요. 메일은 구글, 애플, 카카오가 확인한 주소로만 보내요. 이메일과 비밀번호로 가입한 회원의 주소는 확인되지 않아서 보내지 않아요.',
  preview: '미리 보기',
  length: (bytes: string, kind: string) => `문자로 ${bytes}바이트, ${kind}`,
  short: '단문(SMS)',
  long: '장문(LMS)',
  template: '알림톡에 등록할 문구',
  switchOf: (kind: string, channel: string) => `${kind} ${channel}`,
  unavailable: '연결한 업체가 없어서 지금은 보내지 않아요.',
  advertising: '광고',
  on: (kind: string, channel: string) => `${kind}, ${channel}: 이제 보내요`,
  off: (kind: string, channel: string) => `${kind}, ${channel}: 이제 보내지 않아요`,
} as const
