import { raiseNoticeDays } from '@kingcar/contract'

/** Texts of the prices of running subscriptions. */
export const text = {
  title: '이용 중인 정기권의 요금',
  none: '예고한 요금 변경이 없어요. 이용 중인 회원은 살 때의 가격으로 결제해요.',
  announce: '요금 변경 예고',
  announceTitle: (name: string) => `${name} 요금 변경을 예고할까요?`,
  announced: '요금 변경을 예고했어요. 회원에게 안내를 보내요',
  texts: {
    raise:
      '이보다 적게 내는 회원에게 바로 안내해요. 오르기 전 30일 안에 동의한 회원만 새 요금으로 결제하고, 동의하지 않으면 기간이 끝날 때 추가 결제 없이 끝나요.',
    lower: '이보다 많이 내는 회원의 다음 결제부터 낮은 요금으로 결제해요. 동의는 필요 없어요.',
  },
  kind: '종류',
  kinds: { raise: '인상', lower: '인하' },
  price: '새 요금 (원)',
  priceHint: (won: string) => `지금 판매 가격은 ${won}이에요. 판매 가격은 따로 고쳐 주세요.`,
  priceMissing: '새 요금을 숫자로 입력해 주세요.',
  fromDate: '적용하는 날',
  dateMissing: '적용하는 날을 골라 주세요.',
  dateHints: {
    raise: `${raiseNoticeDays}일 뒤부터 고를 수 있어요. 이날부터 시작하는 기간에 적용해요.`,
    lower: '이날부터 시작하는 기간에 적용해요.',
  },
  change: '변경',
  changeOf: (kind: string, won: string, date: string) => `${kind} · ${won} · ${date}부터`,
  state: '상태',
  gone: '철회함',
  waiting: '적용 예정',
  count: (n: string) => `${n}건`,
  answers: { open: '답하지 않음', accepted: '동의', declined: '거절' },
  withdraw: '요금 변경 철회',
  withdrawTitle: (won: string) => `${won} 요금 변경을 철회할까요?`,
  withdrawText: '모든 회원이 지금 요금으로 계속 이용해요. 거절한 회원의 정기권도 끝나지 않아요.',
  withdrawLateText:
    '이미 새 요금으로 결제한 금액은 그대로 두고, 다음 결제부터 이전 요금으로 결제해요. 회원에게 안내를 보내요. 필요하면 주문에서 차액을 환불해 주세요.',
  withdrawn: '요금 변경을 철회했어요',
} as const
