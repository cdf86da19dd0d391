import type { WebhookEventType } from '../webhooks/events.ts'

/** Labels of the events of webhooks, on screens and in the audit log. */
export const webhookEventLabels: Readonly<Record<WebhookEventType, string>> = {
  'visit.created': '방문 시작',
  'visit.changed': '방문 변경',
  'visit.ended': '방문 종료',
  'read.doubtful': '번호 확인 필요',
  'gate.decision': '차단기 판단',
  'product.used': '상품 이용',
  'product.useReversed': '이용 되돌림',
  'order.paid': '결제 완료',
  'order.refunded': '환불',
  'subscription.renewed': '구독 갱신',
  'subscription.paymentFailed': '구독 결제 실패',
  'subscription.ended': '구독 종료',
  'device.offline': '인식기 오프라인',
  'device.online': '인식기 다시 연결',
  'alert.opened': '알림 시작',
  'alert.closed': '알림 종료',
  'member.joined': '회원 가입',
  'member.left': '회원 탈퇴',
}
