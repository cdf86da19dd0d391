import {
  type OrderState,
  orderStateLabels,
  type PlateListKind,
  type UserProductState,
  userProductStateLabels,
} from '@kingcar/contract'
import type { Tone } from './controls.tsx'

type StateBadge = readonly [label: string, tone: Tone]

/** Label and tone of each order state. */
export const orderStateBadges: Record<OrderState, StateBadge> = {
  Create: [orderStateLabels.Create, 'neutral'],
  Reserved: [orderStateLabels.Reserved, 'warn'],
  Paid: [orderStateLabels.Paid, 'ok'],
  Completed: [orderStateLabels.Completed, 'ok'],
  Fail: [orderStateLabels.Fail, 'error'],
  Cancel: [orderStateLabels.Cancel, 'neutral'],
  Refund: [orderStateLabels.Refund, 'neutral'],
}

/** Label and tone of each state of a member's product. */
export const userProductStateBadges: Record<UserProductState, StateBadge> = {
  Available: [userProductStateLabels.Available, 'ok'],
  Unavailable: [userProductStateLabels.Unavailable, 'warn'],
  Complete: [userProductStateLabels.Complete, 'neutral'],
  Cancel: [userProductStateLabels.Cancel, 'neutral'],
}

/** Tone of each list of plates. */
export const plateListTones: Record<PlateListKind, Tone> = { vip: 'ok', staff: 'neutral', blocked: 'error' }
