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
  capsLock: 'Caps Lock이 켜져 있어요',
} as const
