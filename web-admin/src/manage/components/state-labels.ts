import { type OrderState, orderStateWords, type UserProductState, userProductStateWords } from '@kingcar/contract'
import type { Tone } from './controls.tsx'

type StateLabel = readonly [label: string, tone: Tone]

/** Label and tone of each order state. */
export const orderStateLabels: Record<OrderState, StateLabel> = {
  Create: [orderStateWords.Create, 'neutral'],
  Reserved: [orderStateWords.Reserved, 'warn'],
  Paid: [orderStateWords.Paid, 'ok'],
  Completed: [orderStateWords.Completed, 'ok'],
  Fail: [orderStateWords.Fail, 'error'],
  Cancel: [orderStateWords.Cancel, 'neutral'],
  Refund: [orderStateWords.Refund, 'neutral'],
}

/** Label and tone of each state of a member's product. */
export const userProductStateLabels: Record<UserProductState, StateLabel> = {
  Available: [userProductStateWords.Available, 'ok'],
  Unavailable: [userProductStateWords.Unavailable, 'warn'],
  Complete: [userProductStateWords.Complete, 'neutral'],
  Cancel: [userProductStateWords.Cancel, 'neutral'],
}
