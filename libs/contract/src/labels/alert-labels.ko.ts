import type { AlertChannel, AlertKind } from '../alerts/alert-values.ts'
import type { Alert } from '../alerts/alerts.ts'

/** Labels of the kinds of alerts and of their channels, on screens and in mails. */
export const alertKindLabels: Readonly<Record<AlertKind, string>> = {
  offlineDevices: '인식기 오프라인',
  offlineScreens: '벽면 화면 오프라인',
  failedRenewals: '구독 결제 실패',
  owedReturns: '돌려줄 금액',
  deadLetters: '처리 못 한 메시지',
  disabledWebhooks: 'Webhook 중지',
  fullStorage: '저장 공간 부족',
  refund: '큰 금액 환불',
  newDevice: '새 기기 로그인',
}
export const alertChannelLabels: Readonly<Record<AlertChannel, string>> = {
  bell: '알림 목록',
  browser: '브라우저 알림',
  mail: '메일',
  talk: '알림톡·문자',
  webhook: 'Webhook',
}

const counted: Readonly<Record<AlertKind, (count: number) => string>> = {
  offlineDevices: (count) => `인식기 ${count}대가 오프라인이에요`,
  offlineScreens: (count) => `벽면 화면 ${count}개가 오프라인이에요`,
  failedRenewals: (count) => `결제하지 못한 구독이 ${count}건 있어요`,
  owedReturns: (count) => `회원에게 돌려줄 금액이 ${count}건 있어요`,
  deadLetters: (count) => `처리하지 못한 메시지가 ${count}건 있어요`,
  disabledWebhooks: (count) => `Webhook 주소 ${count}개가 중지됐어요`,
  fullStorage: (count) => `메시지 저장 공간을 ${count}% 썼어요`,
  refund: (count) => `정한 금액보다 큰 환불이 ${count}건 있었어요`,
  newDevice: (count) => `관리자가 새 기기에서 ${count}번 로그인했어요`,
}

/** An alert as a Korean sentence without a full stop. */
export function alertSentence({
  kind,
  count,
  names,
  storeName,
}: Pick<Alert, 'kind' | 'count' | 'names' | 'storeName'>) {
  const store = storeName === null ? '' : `${storeName}: `
  return `${store}${counted[kind](count)}${names.length > 0 ? ` (${names.join(', ')})` : ''}`
}
