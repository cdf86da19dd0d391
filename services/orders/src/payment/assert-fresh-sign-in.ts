import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import type { OrderRow } from '../tables.ts'

/**
 * Checks that an administrator with a second factor has signed in a moment ago, if the amount reaches `orders.freshSignInWon`. What
 * was refunded of the order before counts, so that parts do not avoid it.
 * @param amount in won
 * @throws AppError FRESH_SIGN_IN_REQUIRED
 */
export function assertFreshSignIn(
  { settings }: Pick<Ctx, 'settings'>,
  { staleSignIn }: Pick<Caller, 'staleSignIn'>,
  { refundedAmount }: Pick<OrderRow, 'refundedAmount'>,
  amount: number,
): void {
  const limit = settings.get('orders.freshSignInWon')
  if (staleSignIn && limit > 0 && refundedAmount + amount >= limit) throw new AppError('FRESH_SIGN_IN_REQUIRED')
}
