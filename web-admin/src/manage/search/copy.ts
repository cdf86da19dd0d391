/** Texts of the search. */
export const copy = {
  title: '검색 또는 이동',
  label: '검색어',
  placeholder: '화면, 회원, 주문, 차량번호',
  hint: '이름과 초성, 이메일, 전화번호나 차량번호 뒤 네 자리로 찾을 수 있어요.',
  list: '검색 결과',
  pages: '화면',
  members: '회원',
  orders: '주문',
  visits: '방문',
  all: (kind: string, n: string) => `${kind} ${n}건 모두 보기`,
  searching: '찾는 중이에요',
  found: (n: string) => `결과 ${n}건`,
  nothing: '결과 없음',
  failed: '검색하지 못했어요',
} as const
