/** Texts of the landing page. */
export const copy = {
  title: '차량 인식기 연결',
  lead: '버튼을 누르면 차량이 들어올 때마다 방문 정보가 표시됩니다.',
  connect: '연결하기',
  manage: '관리 화면',
} as const
