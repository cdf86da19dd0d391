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

/** Undoes a use: the member gets it back, and the visit that it came from uses nothing of that member's any more. */
export function reverseUseLog(ctx: Ctx, { id, reason }: Input<typeof op>, caller: Caller): Promise<UseLogDetail> {
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

/** A use changes only while its product is held: it is looked at again then. */
async function lockUse(tx: Tx, id: string): Promise<{ use: UseLogRow; product: UserProductRow }> {
  const found = await findUse(tx, id)
  const product = await lockUserProduct(tx, found.userProductId)
  if (!product) throw new Error('a use without its product')
  return { use: await findUse(tx, id), product }
}

async function findUse(tx: Tx, id: string): Promise<UseLogRow> {
  const [use] = await tx.select().from(useLogs).where(eq(useLogs.id, id))
  if (!use) throw new AppError('USE_LOG_NOT_FOUND')
  return use
}
