import { type OrderState, orderStateWords, type UserProductState, userProductStateWords } from '@kingcar/contract'
import type { Tone } from './controls.tsx'

type Word = readonly [word: string, tone: Tone]

/** How an order stands, and what to think of it. */
export const orderStateLabels: Record<OrderState, Word> = {
  Create: [orderStateWords.Create, 'neutral'],
  Reserved: [orderStateWords.Reserved, 'warn'],
  Paid: [orderStateWords.Paid, 'ok'],
  Completed: [orderStateWords.Completed, 'ok'],
  Fail: [orderStateWords.Fail, 'error'],
  Cancel: [orderStateWords.Cancel, 'neutral'],
  Refund: [orderStateWords.Refund, 'neutral'],
}

/** How a member's product stands. */
export const userProductStateLabels: Record<UserProductState, Word> = {
  Available: [userProductStateWords.Available, 'ok'],
  Unavailable: [userProductStateWords.Unavailable, 'warn'],
  Complete: [userProductStateWords.Complete, 'neutral'],
  Cancel: [userProductStateWords.Cancel, 'neutral'],
}
