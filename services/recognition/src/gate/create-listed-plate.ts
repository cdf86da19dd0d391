import type { Caller } from '@kingcar/bus'
import {
  AppError,
  contract,
  type Detail,
  type Input,
  type ListedPlate,
  maxListedPlates,
  parsePlate,
} from '@kingcar/contract'
import { audit, type Tx, withIdempotency } from '@kingcar/db'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { assertStoreOpen, lockOpenStore } from '../store/queries.ts'
import { type ListedPlateRow, listedPlates } from '../tables.ts'
import { emitListedAtGates } from './decide.ts'
import { expireLists } from './expected-plates.ts'
import { auditedChange, toListedPlate } from './listed-plate.ts'
import { inForce } from './queries.ts'

const op = contract.recognition.createListedPlate

const past: Detail = { path: 'expiresAt', ko: '지난 시각이에요.', en: 'Has passed.' }

/** Adds a plate to a list, or moves it there from another list of the same store. */
export async function createListedPlate(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<ListedPlate> {
  const { storeId = null, kind, reason, expiresAt } = input
  const carNumber = parsePlate(input.carNumber)
  if (storeId === null && caller.stores) throw new AppError('FORBIDDEN')
  if (storeId !== null) await assertStoreOpen(ctx, storeId)
  return withIdempotency<ListedPlate>(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now())
      throw new AppError('VALIDATION_FAILED', { details: [past] })
    if (storeId !== null) await lockOpenStore(tx, storeId)
    await lockLists(tx, storeId)
    const ofStore = storeId === null ? isNull(listedPlates.storeId) : eq(listedPlates.storeId, storeId)
    const [found] = await tx
      .delete(listedPlates)
      .where(and(ofStore, eq(listedPlates.carNumber, carNumber)))
      .returning()
    if ((await tx.$count(listedPlates, and(ofStore, inForce))) >= maxListedPlates)
      throw new AppError('LISTED_PLATE_LIMIT')
    const [row] = await tx
      .insert(listedPlates)
      .values({ carNumber, kind, storeId, reason, expiresAt: expiresAt === undefined ? null : new Date(expiresAt) })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await audit(tx, op, caller, auditedChange(row.id, found, row))
    await emitListedAtGates(tx, carNumber, storeId)
    await expireLists(tx, storeId)
    return toListedPlate(row)
  })
}

/** Locks the lists of a store, so that concurrent additions count each other. */
const lockLists = (tx: Tx, storeId: ListedPlateRow['storeId']) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('listed plates ' || ${storeId ?? ''}, 0))`)
