import type { Caller, Versioned } from '@kingcar/bus'
import { contract, type Input, type Product } from '@kingcar/contract'
import { assertUnchangedSince, audit, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { matchRows, onlyChanged, type PlannedChange, planChange } from '../lists/batch-update.ts'
import { latestRevision } from '../lists/revision.ts'
import { type ProductRow, products } from '../tables.ts'
import { parseArrangement } from './product.ts'
import { emitProductChanged, findProducts, listAllProducts, lockProducts, storeProductRevision } from './queries.ts'

const op = contract.catalog.arrangeProducts

/** Changes the display order of several products in one transaction, and returns the whole list. */
export async function arrangeProducts(
  ctx: Pick<Ctx, 'db' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<Product[]>> {
  const changes = parseArrangement(input.products)
  return ctx.db.transaction(async (tx) => {
    const locked = await lockProducts(tx)
    const ids = changes.map(({ id }) => id)
    const named = matchRows(changes, await findProducts(tx, ids), 'PRODUCT_NOT_FOUND')
    const current = named.map(({ found, path }) => ({ ...found, path }))
    const revision = latestRevision(locked, current)
    assertUnchangedSince(caller.ifMatch, revision, current)
    const edits = onlyChanged(named.map((each) => planChange(each, revision, ctx.now())))
    if (edits.length === 0) return { result: await listAllProducts(tx), version: locked }

    await storeOrder(tx, edits)
    await storeProductRevision(tx, revision + 1)
    await Promise.all(
      edits.map(({ row, changed }) => audit(tx, op, caller, { entity: 'product', entityId: row.id, ...changed })),
    )
    return { result: await listAllProducts(tx), version: revision + 1 }
  })
}

async function storeOrder(tx: Tx, edits: readonly PlannedChange<ProductRow>[]): Promise<void> {
  const updates = edits.map(({ row: { id, displayOrder, version, fieldVersions, updatedAt } }) => {
    const change = { displayOrder, version, fieldVersions, updatedAt }
    return tx.update(products).set(change).where(eq(products.id, id)).execute()
  })
  await Promise.all(updates) // sent together
  await Promise.all(edits.map(({ row }) => emitProductChanged(tx, row, { removed: false })))
}
