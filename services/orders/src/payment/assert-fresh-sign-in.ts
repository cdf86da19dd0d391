import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import type { OrderRow } from '../tables.ts'

/**
 * Checks that an administrator with a second factor has signed in recently, if the amount reaches
 * `orders.freshSignInWon`. Earlier refunds of the order are added, so that partial refunds do not avoid the check.
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
