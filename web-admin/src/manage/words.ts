import type { Gender, OrderState, ProductType, Provider, UserProductState } from '@kingcar/contract'

type Tone = 'ok' | 'warn' | 'error' | 'neutral'
type Word = readonly [word: string, tone: Tone]

/** How an order stands, and what to think of it. */
export const orderWords: Record<OrderState, Word> = {
  Create: ['결제 대기', 'neutral'],
  Reserved: ['입금 대기', 'warn'],
  Paid: ['결제됨', 'ok'],
  Completed: ['완료', 'ok'],
  Fail: ['실패', 'error'],
  Cancel: ['취소', 'neutral'],
  Refund: ['환불', 'neutral'],
}

/** How a member's product stands. */
export const userProductWords: Record<UserProductState, Word> = {
  Available: ['이용 중', 'ok'],
  Unavailable: ['이용 불가', 'warn'],
  Complete: ['종료', 'neutral'],
  Cancel: ['취소', 'neutral'],
}

export const productTypeWords: Record<ProductType, string> = { subscribe: '정기권', onetime: '단품' }

export const providerWords: Record<Provider, string> = {
  KINGCAR: '킹카',
  KAKAO: '카카오',
  NAVER: '네이버',
  GOOGLE: '구글',
  APPLE: '애플',
}

export const genderWords: Record<Gender, string> = { Male: '남성', Female: '여성' }
