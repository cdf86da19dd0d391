import type { EventOf } from '@kingcar/contract'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { lockStore } from '../screen/queries.ts'
import { endScreenSessions } from '../session/queries.ts'
import { closedStores, screens } from '../tables.ts'

/** Ends the wall screens of a store that was closed. Nothing else of a store is stored, so events may come in any order. */
export async function onStoreChanged(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { storeId, name }: EventOf<'catalog.storeChanged'>,
): Promise<void> {
  if (name !== null) return
  await db.transaction(async (tx) => {
    await lockStore(tx, storeId)
    await tx.insert(closedStores).values({ id: storeId }).onConflictDoNothing()
    const ended = await tx.delete(screens).where(eq(screens.storeId, storeId)).returning({ id: screens.id })
    await endScreenSessions(
      tx,
      ended.map(({ id }) => id),
      now(),
    )
  })
}
