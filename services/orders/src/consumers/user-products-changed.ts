import type { EventOf } from '@kingcar/contract'
import { decideRecentVisits, type UseOnVisitsContext } from '../use-log/use-on-visits.ts'

/**
 * Decides recent visits again when their member gets a product or a product becomes usable. The service consumes its own
 * event, so that this also happens if the process that changed the product crashes.
 */
export const onUserProductsChanged = (
  ctx: UseOnVisitsContext,
  changes: readonly EventOf<'orders.userProductChanged'>[],
): Promise<void> =>
  decideRecentVisits(
    ctx,
    changes.flatMap(({ memberId, userProduct: { state, remainingUses }, changedAt }) =>
      state === 'Available' && remainingUses !== 0 && changedAt !== undefined
        ? [{ memberId, at: new Date(changedAt) }]
        : [],
    ),
  )
