import { AppError } from '@kingcar/contract'
import { awaitNews } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { stores } from '../tables.ts'

/** Fails with STORE_NOT_FOUND unless the store is open; one that was opened a moment ago may not have been told yet. */
export async function assertStoreOpen({ db }: Pick<Ctx, 'db'>, id: string): Promise<void> {
  await awaitNews(async () => (await db.read.$count(stores, eq(stores.id, id))) > 0)
  const [store] = await db.read.select({ closed: stores.closed }).from(stores).where(eq(stores.id, id))
  if (store?.closed !== false) throw new AppError('STORE_NOT_FOUND')
}
