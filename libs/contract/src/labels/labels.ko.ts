import type { ProductType } from '../catalog/products.ts'
import type { TermsType } from '../catalog/terms.ts'
import type { Gender, Provider } from '../member/members.ts'
import type { AdminRole } from '../model/permissions.ts'
import type { OrderState } from '../orders/lifecycle.ts'
import type { PaymentMethod } from '../orders/order.ts'
import type { OwedReturnCause } from '../orders/owed-returns.ts'
import type { DunningReason, UserProductState } from '../orders/user-products.ts'
import type {
  DeviceRole,
  GateFailure,
  GateMode,
  PlateListKind,
  ReviewReason,
  TimeSource,
  UseDecision,
} from '../recognition/values.ts'

/** Labels of states and kinds, on screens and in files. */
export const adminRoleLabels: Readonly<Record<AdminRole, string>> = {
  owner: '소유자',
  manager: '점장',
  staff: '직원',
  accountant: '회계',
}

export const orderStateLabels: Readonly<Record<OrderState, string>> = {
  Create: '결제 대기',
  Reserved: '입금 대기',
  Paid: '결제됨',
  Completed: '완료',
  Fail: '실패',
  Cancel: '취소',
  Refund: '환불',
}

export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  card: '카드',
  easyPay: '간편결제',
  virtualAccount: '가상계좌',
  transfer: '계좌이체',
  phone: '휴대폰 결제',
  other: '기타',
  cash: '현금',
  cardTerminal: '카드 단말기',
  bankTransfer: '매장 계좌이체',
}

/** Why an order cannot keep a payment. */
export const owedReturnCauseLabels: Readonly<Record<OwedReturnCause, string>> = {
  amountMismatch: '주문과 다른 금액',
  paidAfterClosed: '끝난 주문에 들어온 돈',
  paidTwice: '두 번 결제된 돈',
  renewalOfEnded: '이미 끝난 상품의 정기 결제',
  alreadySubscribed: '이미 이용 중인 정기권의 결제',
}

/** `Unavailable`: the renewal is unpaid, or the product is paused or has not started yet. */
export const userProductStateLabels: Readonly<Record<UserProductState, string>> = {
  Available: '이용 중',
  Unavailable: '이용 불가',
  Complete: '종료',
  Cancel: '취소',
}

/** Why a renewal is unpaid. */
export const dunningReasonLabels: Readonly<Record<DunningReason, string>> = {
  noCard: '등록된 카드 없음',
  cardExpired: '카드 유효기간 만료',
  limitExceeded: '한도 초과 또는 잔액 부족',
  declined: '카드사 승인 거절',
  bankUnavailable: '카드사 점검 중',
}

/** Whether a visit used a product, or why not. */
export const useDecisionLabels: Readonly<Record<UseDecision, string>> = {
  used: '사용됨',
  noProduct: '이용권 없음',
  notThisStore: '다른 매장 전용',
  usedUp: '남은 횟수 없음',
  otherCar: '다른 차량 전용',
  dayLimit: '하루 횟수 초과',
  paused: '일시정지 중',
  late: '늦은 기록',
  periodOver: '이용 기간 아님',
  doubtful: '번호 확인 필요',
  usageOff: '자동 사용 꺼짐',
  reversed: '되돌림',
}

export const productTypeLabels: Readonly<Record<ProductType, string>> = { subscribe: '정기권', onetime: '단품' }

export const deviceRoleLabels: Readonly<Record<DeviceRole, string>> = {
  both: '들어오고 나가는 차',
  entry: '들어오는 차',
  exit: '나가는 차',
}

export const timeSourceLabels: Readonly<Record<TimeSource, string>> = {
  device: '장치의 시계',
  arrival: '서버에 도착한 시각',
}

export const plateListLabels: Readonly<Record<PlateListKind, string>> = {
  vip: 'VIP',
  staff: '직원',
  blocked: '출입 금지',
}

export const gateModeLabels: Readonly<Record<GateMode, string>> = {
  automatic: '자동',
  manual: '모두 열기',
}

export const gateFailureLabels: Readonly<Record<GateFailure, string>> = {
  closed: '닫아 두기',
  open: '열기',
}

/** Why a read awaits a decision. */
export const reviewReasonLabels: Readonly<Record<ReviewReason, string>> = {
  lowConfidence: '신뢰도 낮음',
  notAPlate: '번호판 형식 아님',
  doubtful: '다른 인식과 다름',
  suggested: '전에 정정한 번호',
}

export const termsTypeLabels: Readonly<Record<TermsType, string>> = {
  TERMS_OF_USE: '이용약관',
  PRIVACY_POLICY: '개인정보 처리방침',
  LOCATION_BASED_SERVICE: '위치기반서비스 이용약관',
  MARKETING: '마케팅 정보 수신 동의',
}

export const providerLabels: Readonly<Record<Provider, string>> = {
  KINGCAR: '킹카',
  KAKAO: '카카오',
  NAVER: '네이버',
  GOOGLE: '구글',
  APPLE: '애플',
}

export const genderLabels: Readonly<Record<Gender, string>> = { Male: '남성', Female: '여성' }

/** For an unlimited number of uses. */
export const unlimitedLabel = '제한 없음'

export const yesNoLabel = (yes: boolean): string => (yes ? '예' : '아니요')
