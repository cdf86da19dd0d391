import type { Caller } from '@kingcar/bus'
import { contract, type Input, readLines, type Store } from '@kingcar/contract'
import { auditEntry, emit, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { showImages } from '../image/uses.ts'
import { stores } from '../tables.ts'
import { checkBusinessHours } from './business-hours.ts'
import { roundPlace } from './near.ts'
import { emitStoreChanged, fieldsOf, imagePath, toStore } from './table.ts'

const op = contract.catalog.createStore

/** Opens a store; visible unless asked otherwise. */
export async function createStore(ctx: Ctx, typed: Input<typeof op>, caller: Caller): Promise<Store> {
  const input = roundPlace(readLines(typed, 'name', 'address'))
  checkBusinessHours(input.businessHours)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, typed, caller, async (tx) => {
    const { addressDetail = null, closedDates = [], imageIds = [], visible = true } = input
    const [row] = await tx
      .insert(stores)
      .values({ ...input, addressDetail, closedDates, imageIds, visible })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await showImages(tx, { entity: 'store', entityId: row.id }, imageIds, imagePath)
    await emitStoreChanged(tx, row, row.name)
    await emit(
      tx,
      'catalog.audited',
      auditEntry(caller, { action: op.name, entity: 'store', entityId: row.id, before: null, after: fieldsOf(row) }),
    )
    return toStore(row, ctx.now())
  })
}
