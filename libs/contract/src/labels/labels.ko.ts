import type { ProductType } from '../catalog/products.ts'
import type { TermsType } from '../catalog/terms.ts'
import type { Gender, Provider } from '../member/members.ts'
import type { OrderState } from '../orders/lifecycle.ts'
import type { UserProductState } from '../orders/user-products.ts'

/** Labels of states and kinds, on screens and in files. */
export const orderStateLabels: Readonly<Record<OrderState, string>> = {
  Create: '결제 대기',
  Reserved: '입금 대기',
  Paid: '결제됨',
  Completed: '완료',
  Fail: '실패',
  Cancel: '취소',
  Refund: '환불',
}

/** `Unavailable`: the renewal is unpaid, or the product has not started yet. */
export const userProductStateLabels: Readonly<Record<UserProductState, string>> = {
  Available: '이용 중',
  Unavailable: '이용 불가',
  Complete: '종료',
  Cancel: '취소',
}

export const productTypeLabels: Readonly<Record<ProductType, string>> = { subscribe: '정기권', onetime: '단품' }

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
