import type { Caller } from '@kingcar/bus'
import { contract, type Input, normaliseLineFields, type Store } from '@kingcar/contract'
import { audit, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { stores } from '../tables.ts'
import { checkBusinessHours } from './business-hours.ts'
import { roundLocation } from './location.ts'
import { emitStoreChanged, fieldsOf, imageIdPath, toStore } from './queries.ts'

const op = contract.catalog.createStore

/** Creates a store; by default visible. */
export async function createStore(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>,
  given: Input<typeof op>,
  caller: Caller,
): Promise<Store> {
  const input = roundLocation(normaliseLineFields(given, 'name', 'address'))
  checkBusinessHours(input.businessHours)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, given, caller, async (tx) => {
    const { addressDetail = null, closedDates = [], imageIds = [], visible = true } = input
    const [row] = await tx
      .insert(stores)
      .values({ ...input, addressDetail, closedDates, imageIds, visible })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await setImageReferences(tx, { entity: 'store', entityId: row.id }, imageIds, imageIdPath)
    await emitStoreChanged(tx, row, row.name)
    await audit(tx, op, caller, { entity: 'store', entityId: row.id, before: null, after: fieldsOf(row) })
    return toStore(row, ctx.now())
  })
}
