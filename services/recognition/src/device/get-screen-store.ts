import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type ScreenStore } from '@kingcar/contract'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { devices, stores } from '../tables.ts'
import { clockSkewMs, isOnline } from './list.ts'
import { registered } from './queries.ts'

/**
 * The store of the calling wall screen and the state of its recognizers.
 * @throws AppError FORBIDDEN if the caller's session has no store
 */
export async function getScreenStore(
  { db }: Pick<Ctx, 'db'>,
  _input: Input<typeof contract.recognition.getScreenStore>,
  { actor }: Caller,
): Promise<ScreenStore> {
  const storeId = actor?.role === 'screen' ? actor.storeId : undefined
  if (storeId === undefined) throw new AppError('FORBIDDEN')
  const [[store], recognizers] = await Promise.all([
    db.read.select({ name: stores.name }).from(stores).where(eq(stores.id, storeId)),
    db.read
      .select({ online: isOnline, clockSkewMs })
      .from(devices)
      .where(and(eq(devices.storeId, storeId), registered)),
  ])
  return { storeId, storeName: store?.name ?? null, recognizers }
}
