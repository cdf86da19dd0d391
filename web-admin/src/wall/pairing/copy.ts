/** Texts of the page on which a browser waits to become a wall screen. */
export const copy = {
  title: '벽 화면 연결',
  lead: '관리 화면의 벽 화면에서 “번호로 연결”을 누르고 이 번호를 입력해 주세요.',
  scan: '휴대폰으로 찍으면 번호가 입력된 관리 화면이 열려요.',
  qr: '관리 화면을 여는 QR 코드',
  code: '연결 번호',
  loading: '연결 번호를 받는 중이에요…',
  renews: '10분마다 새 번호로 바뀌어요.',
  failed: '서버에 연결할 수 없어요. 연결되면 번호가 나와요.',
  toLogin: '관리자로 로그인',
} as const
