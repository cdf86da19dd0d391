import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type UseLogDetail } from '@kingcar/contract'
import { auditEntry, emit, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { members, type UseLogRow, type UserProductRow, useLogs } from '../tables.ts'
import { lockUserProduct } from '../user-product/queries.ts'
import { toUseLogDetail } from './describe.ts'
import { emitVisitUsed, reverseUse } from './queries.ts'

const op = contract.orders.reverseUseLog

/** Reverses a use: the member gets it back, and its visit no longer uses any product of that member. */
export function reverseUseLog(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, reason }: Input<typeof op>,
  caller: Caller,
): Promise<UseLogDetail> {
  return ctx.db.transaction(async (tx) => {
    const { use, product } = await lockUse(tx, id)
    if (use.reversedAt !== null) throw new AppError('USE_LOG_REVERSED')
    const reversal = { at: ctx.now(), reason, by: caller.actor?.id ?? null }
    const after = await reverseUse(tx, product, use, reversal)
    if (use.visitId !== null) await emitVisitUsed(tx, use.visitId)
    const row: UseLogRow = { ...use, reversedAt: reversal.at, reverseReason: reason, reversedBy: reversal.by }
    const change = {
      before: { reversedAt: null, remainingUses: product.remainingUses },
      after: { reversedAt: reversal.at.toISOString(), remainingUses: after.remainingUses, reason },
    }
    const entry = auditEntry(caller, { action: op.name, entity: 'useLog', entityId: use.id, ...change })
    await emit(tx, 'orders.audited', entry)
    const [member] = await tx.select().from(members).where(eq(members.id, use.memberId))
    return toUseLogDetail(row, member)
  })
}

/** Uses change only under their product's lock, so the use is read again once the product is locked. */
async function lockUse(tx: Tx, id: string): Promise<{ use: UseLogRow; product: UserProductRow }> {
  const found = await findUse(tx, id)
  const product = await lockUserProduct(tx, found.userProductId)
  if (!product) throw new Error('the product of a use is missing')
  return { use: await findUse(tx, id), product }
}

async function findUse(tx: Tx, id: string): Promise<UseLogRow> {
  const [use] = await tx.select().from(useLogs).where(eq(useLogs.id, id))
  if (!use) throw new AppError('USE_LOG_NOT_FOUND')
  return use
}
