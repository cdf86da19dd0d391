import type { UserProduct } from '@kingcar/contract'
import { emit, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { type UserProductRow, userProducts } from '../tables.ts'

/** Locks a user product until the transaction ends. */
export async function lockUserProduct(tx: Tx, id: string): Promise<UserProductRow | undefined> {
  const [row] = await tx.select().from(userProducts).where(eq(userProducts.id, id)).for('update')
  return row
}

type NewUserProduct = Omit<UserProductRow, 'version' | 'refunding' | 'dueAt'>

/** Stores a new product of a member and emits it. */
export async function addUserProduct(tx: Tx, fields: NewUserProduct): Promise<UserProductRow> {
  const [row] = await tx.insert(userProducts).values(fields).returning()
  if (!row) throw new Error('insert returned no row')
  await emitUserProductChanged(tx, row)
  return row
}

type Change = Partial<
  Pick<UserProductRow, 'state' | 'remainingUses' | 'endsAt' | 'nextBillingAt' | 'dueAt' | 'refunding'>
>

/** Stores a change of a product that the caller has locked, and emits it. */
export async function changeUserProduct(tx: Tx, found: UserProductRow, change: Change): Promise<UserProductRow> {
  const version = found.version + 1
  await tx
    .update(userProducts)
    .set({ ...change, version })
    .where(eq(userProducts.id, found.id))
  const row: UserProductRow = { ...found, ...change, version }
  await emitUserProductChanged(tx, row)
  return row
}

const emitUserProductChanged = (tx: Tx, row: UserProductRow) =>
  emit(tx, 'orders.userProductChanged', {
    memberId: row.memberId,
    userProduct: toUserProduct(row),
    version: row.version,
  })

/** A user product as the member sees it. */
export const toUserProduct = (row: UserProductRow): UserProduct => ({
  id: row.id,
  productId: row.productId,
  productName: row.productName,
  type: row.type,
  state: row.state,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt?.toISOString() ?? null,
  remainingUses: row.remainingUses,
  orderId: row.orderId,
  nextBillingAt: row.nextBillingAt?.toISOString() ?? null,
})
