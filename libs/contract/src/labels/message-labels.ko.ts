import type { MessageChannel, MessageKind } from '../member/values.ts'

/** Labels of messages to members, on screens and in the audit log. */
export const messageKindLabels: Readonly<Record<MessageKind, string>> = {
  used: '상품 이용',
  renewalAhead: '정기 결제 예정',
  charged: '결제 완료',
  paymentFailed: '결제 실패',
  ending: '이용 기간 종료 예정',
  refunded: '환불',
  priceRaise: '정기 결제 금액 인상',
  priceConsent: '인상 동의 요청',
  priceWithdrawn: '정기 결제 금액 인상 철회',
}

export const messageChannelLabels: Readonly<Record<MessageChannel, string>> = {
  push: '앱 알림',
  talk: '알림톡·문자',
  mail: '메일',
}
