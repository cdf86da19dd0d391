import type { Caller } from '@kingcar/bus'
import { contract, type Input, type Store } from '@kingcar/contract'
import { auditEntry, emit, once } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { stores } from '../tables.ts'
import { checkBusinessHours } from './business-hours.ts'
import { emitStoreChanged, fieldsOf, toStore } from './table.ts'

const op = contract.catalog.createStore

/** Opens a store; visible unless asked otherwise. */
export async function createStore(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<Store> {
  checkBusinessHours(input.businessHours)
  return once(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const { addressDetail = null, closedDates = [], imageIds = [], visible = true } = input
    const [row] = await tx
      .insert(stores)
      .values({ ...input, addressDetail, closedDates, imageIds, visible })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await emitStoreChanged(tx, row, row.name)
    await emit(
      tx,
      'catalog.audited',
      auditEntry(caller, { action: op.name, entity: 'store', entityId: row.id, before: null, after: fieldsOf(row) }),
    )
    return toStore(row, ctx.now())
  })
}
