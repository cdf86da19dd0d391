import { AppError } from '@kingcar/contract'
import { type Tx, waitForProjection } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { stores } from '../tables.ts'

/**
 * Waits for the projection of a store that was created just now.
 * @throws AppError STORE_NOT_FOUND if the store does not exist or is closed
 */
export async function assertStoreOpen({ db }: Pick<Ctx, 'db'>, id: string): Promise<void> {
  let store: { closed: boolean } | undefined
  await waitForProjection(async () => {
    store = (await db.read.select({ closed: stores.closed }).from(stores).where(eq(stores.id, id)))[0]
    return store !== undefined
  })
  if (store?.closed !== false) throw new AppError('STORE_NOT_FOUND')
}

/**
 * Keeps a store from closing until the transaction ends.
 * @throws AppError STORE_NOT_FOUND if the store does not exist or is closed
 */
export async function lockOpenStore(tx: Tx, id: string): Promise<void> {
  const [store] = await tx.select({ closed: stores.closed }).from(stores).where(eq(stores.id, id)).for('share')
  if (store?.closed !== false) throw new AppError('STORE_NOT_FOUND')
}
