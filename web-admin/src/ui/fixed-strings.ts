/** Strings fixed by the specification, never to be altered. `fixed-strings.test.ts` compares their bytes. */
export const fixedStrings = {
  emailRequired: '이메일을 입력해주세요.',
  passwordRequired: '비밀번호를 입력해주세요.',
  loginSucceeded: '로그인 성공',
  loginFailed: '로그인에 실패했습니다. 다시 시도해주세요.',
  unexpectedError: 'Unexpected Application Error!',
} as const
