import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import { audit, type Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { settlementFiles } from '../tables.ts'

const op = contract.orders.deleteSettlement

/**
 * Serialises changes of the files: two concurrent imports with different rows of a payment would not see each other.
 */
export const lockSettlements = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('orders settlement files', 0))`)

/** Deletes a settlement file with its rows. */
export async function deleteSettlement(
  { db }: Pick<Ctx, 'db'>,
  { id }: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  return db.transaction(async (tx) => {
    await lockSettlements(tx)
    const [gone] = await tx.delete(settlementFiles).where(eq(settlementFiles.id, id)).returning()
    if (!gone) throw new AppError('SETTLEMENT_NOT_FOUND')
    const before = { fileName: gone.fileName, from: gone.fromDay, to: gone.toDay, rows: gone.rowCount }
    await audit(tx, op, caller, { entity: 'settlement', entityId: id, before, after: null })
    return null
  })
}
