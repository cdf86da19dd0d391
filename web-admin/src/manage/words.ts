import { type OrderState, orderStateLabels, type UserProductState, userProductStateLabels } from '@kingcar/contract'
import type { Tone } from './components/controls.tsx'

type Word = readonly [word: string, tone: Tone]

/** How an order stands, and what to think of it. */
export const orderWords: Record<OrderState, Word> = {
  Create: [orderStateLabels.Create, 'neutral'],
  Reserved: [orderStateLabels.Reserved, 'warn'],
  Paid: [orderStateLabels.Paid, 'ok'],
  Completed: [orderStateLabels.Completed, 'ok'],
  Fail: [orderStateLabels.Fail, 'error'],
  Cancel: [orderStateLabels.Cancel, 'neutral'],
  Refund: [orderStateLabels.Refund, 'neutral'],
}

/** How a member's product stands. */
export const userProductWords: Record<UserProductState, Word> = {
  Available: [userProductStateLabels.Available, 'ok'],
  Unavailable: [userProductStateLabels.Unavailable, 'warn'],
  Complete: [userProductStateLabels.Complete, 'neutral'],
  Cancel: [userProductStateLabels.Cancel, 'neutral'],
}
