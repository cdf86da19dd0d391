import type { EventOf } from '@kingcar/contract'
import { createBatchLimit, inBatches } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { decideRecentVisits, type UseOnVisitsContext } from '../use-log/use-on-visits.ts'

/** Maximum number of changes in one transaction; reduced while a transaction exceeds its deadline. */
const batchLimit = 256

/**
 * Returns the consumer that decides recent visits again when their member gets a product or a product becomes usable. The service consumes its own
 * event, so that this also happens if the process that changed the product crashes.
 */
export function userProductsChanged(
  ctx: UseOnVisitsContext & Pick<Ctx, 'stopping'>,
): (changes: readonly EventOf<'orders.userProductChanged'>[]) => Promise<void> {
  const limit = createBatchLimit(batchLimit, ctx.stopping)
  return (changes) =>
    inBatches(
      limit,
      changes.flatMap(({ memberId, userProduct: { state, remainingUses }, changedAt }) =>
        state === 'Available' && remainingUses !== 0 && changedAt !== undefined
          ? [{ memberId, at: new Date(changedAt) }]
          : [],
      ),
      (some) => decideRecentVisits(ctx, some),
    )
}
