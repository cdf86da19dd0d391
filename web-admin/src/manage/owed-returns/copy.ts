import type { OwedReturn } from '@kingcar/contract'

type Text<K extends 'lastReason' | 'settledHow'> = Readonly<Record<NonNullable<OwedReturn[K]>, string>>

const reasons: Text<'lastReason'> = {
  accountNeeded: '환불 계좌가 필요해요',
  refused: '결제사가 거절했어요',
  unreachable: '결제사가 응답하지 않아요',
}

const ends: Text<'settledHow'> = {
  returned: '자동으로 돌려줬어요',
  atProvider: '결제사에서 돌려줬어요',
  byHand: '직접 돌려줬어요',
}

/** Texts of the page of money owed to members. */
export const text = {
  title: '돌려줄 돈',
  lead: '주문에 쓸 수 없어서 회원에게 돌려줘야 하는 돈이에요. 자동으로 다시 시도해요.',
  list: '돌려줄 돈 목록',
  state: '상태',
  settled: '돌려준 돈',
  empty: '돌려줄 돈이 없어요',
  emptyHint: '두 번 결제되거나 취소한 주문에 입금되면 여기에 나타나요.',
  order: '주문',
  member: '회원',
  amount: '금액',
  cause: '이유',
  since: '발생',
  result: '결과',
  waiting: '돌려주는 중',
  reasons,
  ends,
  age: (days: number, hours: number) => (days > 0 ? `${days}일째` : hours > 0 ? `${hours}시간째` : '방금'),
  nextTry: '다음 시도',
  tasks: '작업',
  settle: '직접 돌려줬어요',
  settleOf: (product: string, member: string) => `${member}님의 ${product} 금액을 직접 돌려줬어요`,
  settleTitle: (member: string, amount: string) => `${member}님에게 ${amount} 직접 돌려줬나요?`,
  settleText: '기록하면 자동으로 돌려주지 않아요. 실제로 돌려준 다음에 기록해 주세요.',
  settleConfirm: '돌려준 것으로 기록',
  settleDone: '돌려준 것으로 기록했어요',
} as const
