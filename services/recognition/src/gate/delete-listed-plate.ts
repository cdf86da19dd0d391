import type { Caller } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { audit, ofStores } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { listedPlates } from '../tables.ts'
import { emitListedAtGates } from './decide.ts'
import { expireLists } from './expected-plates.ts'
import { auditedChange } from './listed-plate.ts'
import { inForce } from './queries.ts'

const op = contract.recognition.deleteListedPlate

/** Removes a plate from its list. */
export async function deleteListedPlate(
  { db }: Pick<Ctx, 'db'>,
  { id }: { id: string },
  caller: Caller,
): Promise<null> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .delete(listedPlates)
      .where(and(eq(listedPlates.id, id), inForce, ofStores(listedPlates.storeId, caller.stores)))
      .returning()
    if (!row) throw new AppError('LISTED_PLATE_NOT_FOUND')
    await audit(tx, op, caller, auditedChange(row.id, row))
    await emitListedAtGates(tx, row.carNumber, row.storeId)
    await expireLists(tx, row.storeId)
    return null
  })
}
