import type { Caller } from '@kingcar/bus'
import type { Operation, UserProductSummary } from '@kingcar/contract'
import { auditEntry, emit, type Tx } from '@kingcar/db'
import type { UserProductRow } from '../tables.ts'
import { summariseUserProduct } from '../user-product/describe.ts'
import { isPaused } from '../user-product/queries.ts'

/** Records what an administrator did with a renewal, and returns the product as administrators see it. */
export async function auditRenewal(
  tx: Tx,
  caller: Caller,
  op: Pick<Operation, 'name'>,
  reason: string,
  found: UserProductRow,
  row: UserProductRow,
  now: Date,
): Promise<UserProductSummary> {
  const change = { before: renewalOf(found), after: Object.assign(renewalOf(row), { reason }) }
  const entry = auditEntry(caller, { action: op.name, entity: 'userProduct', entityId: row.id, ...change })
  await emit(tx, 'orders.audited', entry)
  return summariseUserProduct(tx, row, now)
}

const renewalOf = (row: UserProductRow) => ({
  state: row.state,
  nextBillingAt: row.nextBillingAt?.toISOString() ?? null,
  pausedUntil: (isPaused(row) && row.pausedUntil?.toISOString()) || null,
  nextProductName: row.nextPlan?.productName ?? null,
  ...(row.priceChange && {
    newPrice: row.priceChange.price,
    newPriceAccepted: row.priceChange.answer?.accepted ?? null,
  }),
})
