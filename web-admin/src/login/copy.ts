/** Texts of the sign-in page; those fixed by the specification are in `fixed-strings.ts`. */
export const copy = {
  pageTitle: '로그인',
  title: '관리자 로그인',
  subtitle: '차량 인식기 웹',
  email: '이메일',
  password: '비밀번호',
  submit: '로그인',
  show: '보기',
  hide: '숨기기',
  showLabel: '입력한 글자 보기',
  hideLabel: '입력한 글자 숨기기',
  ended: '로그인이 끝났어요. 다시 로그인해 주세요.',
  tooMany: (wait: string) =>
    `로그인 시도가 너무 많았어요. 비밀번호가 맞아도 지금은 로그인할 수 없으니 ${wait} 뒤에 다시 해 주세요.`,
  minutes: (n: number) => `${n}분`,
  seconds: (n: number) => `${n}초`,
  later: '잠시',
  unreachable: '서버에 연결할 수 없어요. 인터넷 연결을 확인해 주세요.',
  unavailable: '서버에 문제가 있어요. 잠시 뒤에 다시 해 주세요.',
  capsLock: 'Caps Lock이 켜져 있어요',
} as const
