import type { Caller } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { auditEntry, emit, ofStores } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { listedPlates } from '../tables.ts'
import { type AddressedDecision, decideAboutPlate, sendDecisions } from './decide.ts'
import { auditedEntry } from './listed-plate.ts'
import { inForce } from './queries.ts'

const op = contract.recognition.deleteListedPlate

/** Removes a plate from its list. */
export async function deleteListedPlate(
  ctx: Pick<Ctx, 'bus' | 'db' | 'devices'>,
  { id }: { id: string },
  caller: Caller,
): Promise<null> {
  const decided = await ctx.db.transaction(async (tx): Promise<AddressedDecision[]> => {
    const [row] = await tx
      .delete(listedPlates)
      .where(and(eq(listedPlates.id, id), inForce, ofStores(listedPlates.storeId, caller.stores)))
      .returning()
    if (!row) throw new AppError('LISTED_PLATE_NOT_FOUND')
    await emit(tx, 'recognition.audited', auditEntry(caller, auditedEntry(op.name, row.id, row)))
    return decideAboutPlate(tx, ctx.devices, row.carNumber, row.storeId)
  })
  sendDecisions(ctx, decided)
  return null
}
