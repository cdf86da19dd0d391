import type { Caller } from '@kingcar/bus'
import type { UserProductSummary } from '@kingcar/contract'
import { type AuditedOperation, audit, type Tx } from '@kingcar/db'
import type { UserProductRow } from '../tables.ts'
import { summariseUserProduct } from '../user-product/describe.ts'
import { isPaused } from '../user-product/queries.ts'

/** Records what an administrator did with a renewal, and returns the product as administrators see it. */
export async function auditRenewal(
  tx: Tx,
  caller: Caller,
  op: AuditedOperation,
  reason: string,
  found: UserProductRow,
  row: UserProductRow,
  now: Date,
): Promise<UserProductSummary> {
  const change = { before: renewalOf(found), after: Object.assign(renewalOf(row), { reason }) }
  await audit(tx, op, caller, { entity: 'userProduct', entityId: row.id, ...change })
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
