import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type UseLogDetail } from '@kingcar/contract'
import { audit, type Tx, uuidv7, waitForProjectionOfNew, withIdempotency } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { members, type UseLogRow, type UserProductRow, type VisitSnapshot, visits } from '../tables.ts'
import { storeDecisions } from './decisions.ts'
import { toUseLogDetail } from './describe.ts'
import { emitVisitsUsed, storeUseChanges } from './queries.ts'
import { loadUsageState, lockVisits, type UsageState } from './usage-state.ts'
import { changedBy, takeUse, useByHandOf } from './use-log.ts'
import { findVisits } from './use-on-visits.ts'

const op = contract.orders.createUseLog

const notOfVisitor = {
  path: 'userProductId',
  ko: '이 방문의 회원이 가진 상품이 아니에요.',
  en: "Is not a product of the visit's member.",
}

/**
 * Uses a product for a visit that has fewer uses than the product allows, by decision of an administrator; also for a
 * late visit.
 */
export async function createUseLog(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<UseLogDetail> {
  const { visitId, userProductId, reason } = input
  const { read } = ctx.db
  await waitForProjectionOfNew(visitId, async () => (await read.$count(visits, eq(visits.id, visitId))) > 0)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const visit = await lockVisit(tx, visitId, caller.stores)
    const usage = await loadUsageState(tx, [visit], [userProductId])
    const product = productFor(visit, usage, userProductId)
    const now = ctx.now()
    const useByHand = useByHandOf(product, visit, usage.uses.get(visitId) ?? [], usage, now)
    if (typeof useByHand === 'string') throw new AppError(useByHand)
    const { storeId, storeName, carNumber } = visit
    const { memberId, productName } = product
    const ofVisit = { visitId, storeId, storeName, carNumber }
    const use = {
      id: uuidv7(),
      userProductId,
      memberId,
      productName,
      ...ofVisit,
      ...useByHand,
      createdAt: now,
      byHand: true,
    }
    const changed = changedBy(product, takeUse(product, use))
    await storeUseChanges(tx, { uses: [use], reversals: [], products: [changed] })
    const { remainingUses } = changed
    const judgedProduct = { userProductId, productName }
    await storeDecisions(tx, [{ visitId, useDecision: 'used', judgedProduct, remainingUses }])
    await emitVisitsUsed(tx, [visitId])
    const after = { visitId, userProductId, productName, carNumber, storeId, remainingUses, reason }
    await audit(tx, op, caller, { entity: 'useLog', entityId: use.id, before: null, after })
    const row: UseLogRow = { ...use, reversedAt: null, reverseReason: null, reversedBy: null }
    const [member] = await tx.select().from(members).where(eq(members.id, use.memberId))
    return toUseLogDetail(row, member)
  })
}

/** @throws AppError VISIT_NOT_FOUND, also for a visit of another store, VISIT_MERGED */
async function lockVisit(tx: Tx, id: string, stores: Caller['stores']): Promise<VisitSnapshot> {
  lockVisits(tx, [id])
  const [visit] = await findVisits(tx, [id])
  if (!visit || visit.memberId === null) throw new AppError('VISIT_NOT_FOUND')
  if (stores && !stores.includes(visit.storeId)) throw new AppError('VISIT_NOT_FOUND')
  if (visit.mergedInto !== null) throw new AppError('VISIT_MERGED')
  return visit
}

/** @throws AppError USER_PRODUCT_NOT_FOUND */
function productFor(visit: VisitSnapshot, { products }: UsageState, id: string): UserProductRow {
  const product = products.get(id)
  if (product?.memberId === visit.memberId) return product
  throw new AppError('USER_PRODUCT_NOT_FOUND', { details: [notOfVisitor] })
}
