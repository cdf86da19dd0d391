import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import { auditEntry, emit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { settlementFiles } from '../tables.ts'

const op = contract.orders.deleteSettlement

/** Deletes a settlement file with its rows. */
export async function deleteSettlement(
  { db }: Pick<Ctx, 'db'>,
  { id }: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(settlementFiles).where(eq(settlementFiles.id, id)).returning()
    if (!gone) throw new AppError('SETTLEMENT_NOT_FOUND')
    const before = { fileName: gone.fileName, from: gone.fromDay, to: gone.toDay, rows: gone.rowCount }
    const entry = { action: op.name, entity: 'settlement', entityId: id, before, after: null }
    await emit(tx, 'orders.audited', auditEntry(caller, entry))
    return null
  })
}
