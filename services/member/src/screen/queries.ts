import type { Caller } from '@kingcar/bus'
import { AppError, type LiveScreen, type Screen } from '@kingcar/contract'
import { ofStores, sendInOrder, type Tx } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import { closedStores, type ScreenRow, screens } from '../tables.ts'

/** A gateway reports its screens every 30 seconds. After two missed reports a screen counts as offline. */
export const isOnline = sql<boolean>`not ${screens.gone} and coalesce(${screens.lastSeenAt} > now() - interval '90 seconds', false)`

export const columns = {
  id: screens.id,
  storeId: screens.storeId,
  name: screens.name,
  version: screens.consoleVersion,
  online: isOnline,
  lastSeenAt: screens.lastSeenAt,
  createdAt: screens.createdAt,
}

type Row = Omit<Screen, 'lastSeenAt' | 'createdAt'> & Pick<ScreenRow, 'lastSeenAt' | 'createdAt'>

export const toScreen = ({ lastSeenAt, createdAt, ...row }: Row): Screen => ({
  ...row,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

/** True for a screen that the caller may manage. */
export const isOwnScreen = (id: string, stores: Caller['stores']) =>
  and(eq(screens.id, id), ofStores(screens.storeId, stores))

/**
 * Locks a screen until the transaction ends.
 * @param stores those that the caller is limited to
 * @throws AppError SCREEN_NOT_FOUND, also for one of another store
 */
export async function lockScreen(tx: Tx, id: string, stores: Caller['stores']): Promise<ScreenRow> {
  const [row] = await tx.select().from(screens).where(isOwnScreen(id, stores)).for('update')
  if (!row) throw new AppError('SCREEN_NOT_FOUND')
  return row
}

/**
 * Options of a transaction that waits for a gateway's reply: a second for the reply, and the usual time for the rest.
 */
export const requestDeadline = { deadlineMs: 2_500 }

/** The message that gives a screen its own id, name and store. */
export const screenInfo = ({ id, name, storeId }: Pick<ScreenRow, 'id' | 'name' | 'storeId'>): LiveScreen => ({
  type: 'screen',
  screenId: id,
  name,
  storeId,
})

/**
 * Locks a store until the transaction ends, so that its closing and the creation of its screens run one after the
 * other. Sent without waiting; later statements run when the lock is taken.
 */
export const lockStore = (tx: Tx, id: string) =>
  sendInOrder(tx, sql`select pg_advisory_xact_lock(hashtextextended('member store ' || ${id}::uuid, 0))`)

/** Keeps a store from closing until the transaction ends. @throws AppError STORE_NOT_FOUND if it is closed */
export async function lockOpenStore(tx: Tx, id: string): Promise<void> {
  lockStore(tx, id)
  if ((await tx.$count(closedStores, eq(closedStores.id, id))) > 0) throw new AppError('STORE_NOT_FOUND')
}
