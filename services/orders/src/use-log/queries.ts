import { emit, type Tx } from '@kingcar/db'
import { and, count, desc, eq, isNull } from 'drizzle-orm'
import { type UseLogRow, type UserProductRow, useLogs, userProducts } from '../tables.ts'
import { changeUserProduct } from '../user-product/queries.ts'
import { returnUse, takeUse } from './use-log.ts'

type NewUse = Omit<UseLogRow, 'userProductId' | 'productName' | 'reversedAt' | 'reverseReason' | 'reversedBy'>

/** Stores a use of a product that the caller has locked, and returns the changed product. */
export async function addUse(tx: Tx, product: UserProductRow, use: NewUse): Promise<UserProductRow> {
  await tx.insert(useLogs).values({ ...use, userProductId: product.id, productName: product.productName })
  return changeUserProduct(tx, product, takeUse(product))
}

type Reversal = { at: Date; reason: string; by: string | null }

/** Reverses a use of a product that the caller has locked, and returns the changed product. */
export async function reverseUse(
  tx: Tx,
  product: UserProductRow,
  use: Pick<UseLogRow, 'id' | 'createdAt'>,
  { at, reason, by }: Reversal,
): Promise<UserProductRow> {
  await tx
    .update(useLogs)
    .set({ reversedAt: at, reverseReason: reason, reversedBy: by })
    .where(and(eq(useLogs.id, use.id), isNull(useLogs.reversedAt)))
  return changeUserProduct(tx, product, returnUse(product, use, at))
}

/**
 * Emits what a visit uses now. The version is the number of uses and reversals that were ever stored for the visit: every
 * writer holds the product's lock, so it only grows.
 */
export async function emitVisitUsed(tx: Tx, visitId: string): Promise<void> {
  const ofVisit = eq(useLogs.visitId, visitId)
  const [changes] = await tx
    .select({ uses: count(), reversals: count(useLogs.reversedAt) })
    .from(useLogs)
    .where(ofVisit)
  const [current] = await tx
    .select({ productName: useLogs.productName, remainingUses: userProducts.remainingUses })
    .from(useLogs)
    .innerJoin(userProducts, eq(userProducts.id, useLogs.userProductId))
    .where(and(ofVisit, isNull(useLogs.reversedAt)))
    .orderBy(desc(useLogs.id))
  const version = (changes?.uses ?? 0) + (changes?.reversals ?? 0)
  await emit(tx, 'orders.visitUsed', { visitId, productUsed: current ?? null, version })
}
