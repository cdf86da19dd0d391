import type { BusinessHours } from '../catalog/stores.ts'
import { seoulTime } from '../values/period.ts'
import { alertChannelLabels, alertKindLabels } from './alert-labels.ko.ts'
import { auditActions } from './audit-actions.ko.ts'
import {
  adminRoleLabels,
  deviceRoleLabels,
  gateFailureLabels,
  gateModeLabels,
  orderStateLabels,
  owedReturnCauseLabels,
  plateListLabels,
  productTypeLabels,
  reviewReasonLabels,
  termsTypeLabels,
  timeSourceLabels,
  unlimitedLabel,
  userProductStateLabels,
  yesNoLabel,
} from './labels.ko.ts'
import { messageChannelLabels } from './message-labels.ko.ts'
import { permissionLabels } from './permission-labels.ko.ts'
import { webhookEventLabels } from './webhook-labels.ko.ts'

type Labels = Readonly<Record<string, string>>

const entityLabels: Labels = {
  visit: '방문',
  member: '회원',
  order: '주문',
  owedReturn: '돌려줄 돈',
  settlement: '정산 파일',
  userProduct: '이용 상품',
  useLog: '이용 내역',
  product: '상품',
  store: '매장',
  banner: '배너',
  notice: '공지사항',
  terms: '약관',
  image: '사진',
  device: '장치',
  listedPlate: '번호 목록',
  gate: '차단기 설정',
  screen: '벽 화면',
  deadLetter: '처리하지 못한 메시지',
  read: '인식 기록',
  rehearsal: '인식 설정 미리 적용',
  appSetting: '앱 설정',
  admin: '관리자',
  invitation: '관리자 초대',
  apiKey: 'API 키',
  webhookEndpoint: 'Webhook 주소',
  alertRule: '알림 규칙',
  coupon: '쿠폰',
  messageTemplate: '회원 알림',
  demo: '데모 데이터',
  export: '내려받은 파일',
}

/** Labels by field name, or by entity and field name where an entity needs another label. */
const fieldLabels: Labels = {
  id: 'ID',
  'export.reason': '사유',
  'export.full': '가리지 않음',
  'export.rows': '건수',
  'export.filter': '조건',
  'demo.stores': '매장',
  'demo.products': '상품',
  'demo.banners': '배너',
  'demo.notices': '공지사항',
  'demo.members': '회원',
  'demo.orders': '주문',
  'demo.userProducts': '이용 상품',
  'demo.useLogs': '이용 내역',
  'demo.visits': '방문',
  code: '코드',
  discountWon: '할인 금액',
  discountPercent: '할인율(%)',
  maximumDiscount: '최대 할인 금액',
  payments: '할인하는 결제 수',
  productIds: '상품',
  'coupon.storeIds': '매장',
  fromDate: '시작하는 날',
  untilDate: '끝나는 날',
  limitTotal: '전체 사용 수',
  limitPerMember: '회원당 사용 수',
  endedAt: '종료한 시각',
  coupon: '쿠폰',
  kind: '종류',
  threshold: '기준',
  channels: '알리는 방법',
  roles: '받는 역할',
  adminIds: '받는 관리자',
  quietFrom: '조용한 시간 시작',
  quietTo: '조용한 시간 끝',
  repeatHours: '다시 알림(시간)',
  name: '이름',
  email: '이메일',
  disabled: '사용 중지',
  secondFactor: '2단계 인증',
  passkeys: '패스키',
  alertPhone: '알림 번호',
  sessions: '로그인 세션',
  value: '값',
  description: '설명',
  title: '제목',
  content: '내용',
  imageId: '사진',
  imageIds: '사진',
  linkUrl: '연결할 주소',
  displayOrder: '순서',
  visible: '노출',
  'store.visible': '앱에 표시',
  laneName: '차로',
  'device.role': '방향',
  minimumConfidence: '최소 인식 신뢰도',
  minConfidence: '최소 인식 신뢰도',
  revisitSeconds: '같은 방문으로 보는 시간(초)',
  lookalikeSeconds: '비슷한 번호를 견주는 시간(초)',
  from: '기간의 시작',
  to: '기간의 끝',
  timeSource: '인식 시각의 기준',
  arrivalAngle: '들어오는 차의 각도',
  gateOutput: '차단기 열기',
  gateShowsMember: '차단기 화면에 회원 표시',
  'listedPlate.kind': '목록',
  'gate.mode': '여는 방식',
  'gate.whenUnavailable': '서버에 연결할 수 없을 때',
  confidence: '인식 신뢰도',
  reviewReason: '확인할 이유',
  startsAt: '시작',
  endsAt: '종료',
  pinned: '고정',
  publishedAt: '게시',
  type: '종류',
  version: '버전',
  required: '필수 약관',
  effectiveAt: '시행 시각',
  price: '가격',
  billingMonths: '결제 주기(개월)',
  useLimit: '이용 횟수',
  carLimit: '이용 차량 수',
  usesPerDay: '하루 이용 횟수',
  usesPerStay: '방문당 이용 횟수',
  pausedUntil: '일시정지 종료',
  nextProductName: '다음 정기권',
  newPrice: '새 금액',
  newPriceAccepted: '인상 동의',
  validityDays: '구매 후 이용 기간(일)',
  firstPeriodPrice: '첫 결제 금액',
  trialDays: '무료 체험(일)',
  commitmentPeriods: '약정 결제 횟수',
  pauseDaysPerYear: '한 해 일시정지 한도(일)',
  carId: '차량 ID',
  storeIds: '이용 매장',
  'admin.storeIds': '맡은 매장',
  'invitation.storeIds': '맡을 매장',
  'apiKey.storeIds': '매장',
  permissions: '권한',
  expiresAt: '만료',
  overlapHours: '이전 키를 쓸 수 있는 시간',
  url: '주소',
  eventTypes: '이벤트',
  deliveries: '보낼 건수',
  enabled: '사용',
  'admin.role': '역할',
  'invitation.role': '역할',
  onSale: '판매',
  address: '주소',
  addressDetail: '상세 주소',
  latitude: '위도',
  longitude: '경도',
  phone: '전화번호',
  phoneEnd: '휴대폰 번호 끝 네 자리',
  withDevices: '인식기와 벽 화면도 함께',
  businessHours: '영업시간',
  closedDates: '임시 휴무일',
  contentType: '파일 형식',
  width: '너비(픽셀)',
  height: '높이(픽셀)',
  bytes: '크기(바이트)',
  state: '상태',
  refundedAmount: '이미 환불한 금액',
  method: '결제 수단',
  approvalNumber: '승인번호',
  fileName: '파일',
  rows: '거래 수',
  cancelApprovalNumber: '취소 승인번호',
  amount: '환불 금액',
  reason: '사유',
  memberId: '회원 ID',
  productId: '상품 ID',
  productName: '상품',
  orderId: '주문 ID',
  storeId: '매장 ID',
  'screen.paired': '번호로 연결',
  deviceId: '장치 ID',
  visitId: '방문 ID',
  userProductId: '이용 상품 ID',
  remainingUses: '남은 횟수',
  nextBillingAt: '다음 결제',
  subscriptions: '이용 중인 정기권',
  dunning: '결제가 밀린 내용',
  reversedAt: '되돌린 시각',
  settledAt: '돌려준 시각',
  cause: '돌려줄 이유',
  'owedReturn.amount': '돌려줄 금액',
  carNumber: '차량번호',
  text: '메시지',
  reload: '새로고침',
  receivedAt: '받은 시각',
}

const unlimited: Labels = { null: unlimitedLabel }
const anyCar: Labels = { null: '모든 차량' }
const everyStore: Labels = { '[]': '모든 매장' }
/** Labels of values, by entity and field; the value is a text, or the JSON of another type. */
const valueLabels: Readonly<Record<string, Labels>> = {
  'order.state': orderStateLabels,
  'userProduct.state': userProductStateLabels,
  'userProduct.type': productTypeLabels,
  'userProduct.useLimit': unlimited,
  'userProduct.carLimit': anyCar,
  'userProduct.usesPerDay': unlimited,
  'userProduct.storeIds': everyStore,
  'userProduct.remainingUses': unlimited,
  'useLog.remainingUses': unlimited,
  'product.type': productTypeLabels,
  'product.subscriptions': { keep: '계속 결제', stop: '기간이 끝나면 종료' },
  'product.useLimit': unlimited,
  'product.carLimit': anyCar,
  'product.usesPerDay': unlimited,
  'product.storeIds': everyStore,
  'terms.type': termsTypeLabels,
  'device.role': deviceRoleLabels,
  'admin.role': adminRoleLabels,
  'invitation.role': adminRoleLabels,
  'admin.storeIds': { null: '모든 매장' },
  'invitation.storeIds': { null: '모든 매장' },
  'apiKey.storeIds': { null: '모든 매장' },
  'apiKey.permissions': permissionLabels,
  'webhookEndpoint.eventTypes': webhookEventLabels,
  'alertRule.kind': alertKindLabels,
  'alertRule.channels': alertChannelLabels,
  'alertRule.roles': adminRoleLabels,
  'alertRule.storeIds': { null: '모든 매장' },
  'coupon.payments': { null: '모든 결제' },
  'coupon.productIds': { '[]': '모든 상품' },
  'coupon.storeIds': everyStore,
  'coupon.limitTotal': unlimited,
  'coupon.limitPerMember': unlimited,
  'messageTemplate.channels': messageChannelLabels,
  'device.timeSource': timeSourceLabels,
  'listedPlate.kind': plateListLabels,
  'listedPlate.storeId': { null: '모든 매장' },
  'gate.mode': gateModeLabels,
  'gate.whenUnavailable': gateFailureLabels,
  'owedReturn.cause': owedReturnCauseLabels,
  'read.reviewReason': reviewReasonLabels,
}
const nothing = '비어 있음'

/** Label of an action. Names that only a newer server knows are returned unchanged, also by the functions below. */
export const auditActionLabel = (action: string): string => labelIn(auditActions, action) ?? action

export const auditEntityLabel = (entity: string): string => labelIn(entityLabels, entity) ?? entity

/** Label of a field of `before` and `after`. */
export const auditFieldLabel = (entity: string, field: string): string =>
  labelIn(fieldLabels, `${entity}.${field}`) ?? labelIn(fieldLabels, field) ?? field

/**
 * A value of `before` or `after` as text: labels of states and kinds, times in Asia/Seoul.
 * @param moment formats an instant (ISO 8601) as text
 */
export function auditValueLabel(
  entity: string,
  field: string,
  value: unknown,
  moment: (instant: string) => string = (instant) => seoulTime(new Date(instant)),
): string {
  const labels = Object.hasOwn(valueLabels, `${entity}.${field}`) ? valueLabels[`${entity}.${field}`] : undefined
  const label = labels && labelIn(labels, typeof value === 'string' ? value : JSON.stringify(value))
  return label ?? textOf(value, moment)
}

/** Own properties only: a newer server could send a name such as `constructor`. */
const labelIn = (labels: Labels, name: string) => (Object.hasOwn(labels, name) ? labels[name] : undefined)

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const days = '월화수목금토일'

function textOf(value: unknown, moment: (instant: string) => string): string {
  if (value === undefined || value === null || value === '') return nothing
  if (typeof value === 'string') return isInstant(value) ? moment(value) : value
  if (typeof value === 'boolean') return yesNoLabel(value)
  if (typeof value === 'number') return Number.isInteger(value) ? value.toLocaleString('ko-KR') : String(value)
  if (isHours(value)) return `${days[value.day - 1]} ${value.open}–${value.close}`
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.length === 0 ? nothing : value.map((each) => textOf(each, moment)).join(', ')
}

/** A setting can contain any text, also an invalid time such as a leap second. */
const isInstant = (text: string) => instant.test(text) && !Number.isNaN(Date.parse(text))

const isHours = (value: object): value is BusinessHours =>
  'day' in value && 'open' in value && 'close' in value && days[Number(value.day) - 1] !== undefined
