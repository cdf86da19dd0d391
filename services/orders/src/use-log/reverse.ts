import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type UseLogDetail } from '@kingcar/contract'
import { audit, ofStores, type Tx } from '@kingcar/db'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { members, type UseLogRow, type UserProductRow, useLogs } from '../tables.ts'
import { lockUserProduct } from '../user-product/queries.ts'
import { storeDecisions } from './decisions.ts'
import { toUseLogDetail } from './describe.ts'
import { emitVisitsUsed, storeUseChanges } from './queries.ts'
import { lockVisits } from './usage-state.ts'
import { changedBy, returnUse } from './use-log.ts'

const op = contract.orders.reverseUseLog

/**
 * Reverses a use, so that the member can use the product again. A visit without other uses no longer uses any product
 * of that member.
 */
export function reverseUseLog(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, reason }: Input<typeof op>,
  caller: Caller,
): Promise<UseLogDetail> {
  return ctx.db.transaction(async (tx) => {
    const { use, product } = await lockUse(tx, id, caller.stores)
    if (use.reversedAt !== null) throw new AppError('USE_LOG_REVERSED')
    const reversal = { reversedAt: ctx.now(), reverseReason: reason, reversedBy: caller.actor?.id ?? null }
    const after = changedBy(product, returnUse(product, use, reversal.reversedAt))
    await storeUseChanges(tx, { uses: [], reversals: [{ id, ...reversal }], products: [after] })
    if (use.visitId !== null) {
      const [left] = await latestUseOf(tx, use.visitId)
      const { userProductId, productName } = left ?? use
      const judgedProduct = { userProductId, productName }
      await storeDecisions(tx, [{ visitId: use.visitId, useDecision: left ? 'used' : 'reversed', judgedProduct }])
      await emitVisitsUsed(tx, [use.visitId])
    }
    const row: UseLogRow = { ...use, ...reversal }
    const change = {
      before: { reversedAt: null, remainingUses: product.remainingUses },
      after: { reversedAt: reversal.reversedAt.toISOString(), remainingUses: after.remainingUses, reason },
    }
    await audit(tx, op, caller, { entity: 'useLog', entityId: use.id, ...change })
    const [member] = await tx.select().from(members).where(eq(members.id, use.memberId))
    return toUseLogDetail(row, member)
  })
}

/** The latest use of a visit that is not reversed. */
const latestUseOf = (tx: Tx, visitId: string) =>
  tx
    .select({ userProductId: useLogs.userProductId, productName: useLogs.productName })
    .from(useLogs)
    .where(and(eq(useLogs.visitId, visitId), isNull(useLogs.reversedAt)))
    .orderBy(desc(useLogs.id))
    .limit(1)

/**
 * Uses change only under their product's lock, so the use is read again once the product is locked. The visit is locked
 * before, as for every decision about a visit.
 */
async function lockUse(
  tx: Tx,
  id: string,
  stores: Caller['stores'],
): Promise<{ use: UseLogRow; product: UserProductRow }> {
  const found = await findUse(tx, id, stores)
  if (found.visitId !== null) lockVisits(tx, [found.visitId])
  const product = await lockUserProduct(tx, found.userProductId)
  if (!product) throw new Error('the product of a use does not exist')
  return { use: await findUse(tx, id, stores), product }
}

/** @throws AppError USE_LOG_NOT_FOUND, also for a use at another store */
async function findUse(tx: Tx, id: string, stores: Caller['stores']): Promise<UseLogRow> {
  const [use] = await tx
    .select()
    .from(useLogs)
    .where(and(eq(useLogs.id, id), ofStores(useLogs.storeId, stores)))
  if (!use) throw new AppError('USE_LOG_NOT_FOUND')
  return use
}
