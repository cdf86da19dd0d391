/** Texts of the access log. */
export const text = {
  title: '접속기록',
  lead: '관리자가 언제 어디서 어느 회원의 개인정보를 봤는지 남아요.',
  list: '접속기록 목록',
  at: '시각',
  admin: '관리자',
  address: '접속지',
  what: '한 일',
  members: '회원',
  more: (n: string) => `외 ${n}명`,
  empty: '아직 접속기록이 없어요',
  emptyHint: '관리자가 회원의 개인정보를 보면 여기에 남아요.',
} as const
