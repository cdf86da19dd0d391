import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import { type Tx, waitForProjection } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { stores } from '../tables.ts'

/**
 * Checks that a store is open, and waits for the projection of a store that was just created.
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
 * As `assertStoreOpen`, for the id in a path.
 * @throws AppError STORE_NOT_FOUND also if the caller is limited to other stores
 */
export async function assertOwnStore(ctx: Pick<Ctx, 'db'>, id: string, stores: Caller['stores']): Promise<void> {
  if (stores && !stores.includes(id)) throw new AppError('STORE_NOT_FOUND')
  await assertStoreOpen(ctx, id)
}

/**
 * Keeps a store from closing until the transaction ends.
 * @param strength `no key update` also keeps other transactions from doing so
 * @throws AppError STORE_NOT_FOUND if the store does not exist or is closed
 */
export async function lockOpenStore(tx: Tx, id: string, strength: 'share' | 'no key update' = 'share'): Promise<void> {
  const [store] = await tx.select({ closed: stores.closed }).from(stores).where(eq(stores.id, id)).for(strength)
  if (store?.closed !== false) throw new AppError('STORE_NOT_FOUND')
}
