import type { Role } from '@kingcar/contract'
import { emit, type Reader, runInOrder, type Tx } from '@kingcar/db'
import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { type SessionRow, screens, sessions } from '../tables.ts'
import type { Session } from './session.ts'

type Account = { role: Role; id: string }
/** The account of a new session, and the device and network address of an administrator. */
export type SignedIn = Account & { device?: string | null; address?: string | undefined }
const isOf = ({ role, id }: Account) => and(eq(sessions.role, role), eq(sessions.accountId, id))

export type EndReason = NonNullable<SessionRow['endReason']>

/**
 * Open sessions that an account may have. One transaction ends that many in a tenth of its time. Without this limit, an
 * attacker who knows the password could open so many that the owner could not end them.
 */
const mostOpen = 1_000

/** @returns the id of the new session */
export async function insertSession(
  tx: Tx,
  { role, id: accountId, device, address }: SignedIn,
  session: Session,
): Promise<string> {
  const insert = tx
    .insert(sessions)
    .values({ ...session, role, accountId, device, address })
    .returning({ id: sessions.id })
  const [row] = await runInOrder<Pick<SessionRow, 'id'>>(tx, insert.getSQL())
  if (!row) throw new Error('insert returned no row')
  return row.id
}

export async function storeOfScreen(tx: Tx, screenId: string): Promise<string | undefined> {
  const [screen] = await tx.select({ storeId: screens.storeId }).from(screens).where(eq(screens.id, screenId))
  return screen?.storeId
}

/**
 * Ends sessions of an account so that one more is possible: first those that were never used, then those renewed
 * longest ago.
 */
export async function endExcessSessions(tx: Tx, account: Account, at: Date): Promise<void> {
  const excess = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isOf(account), isNull(sessions.endedAt)))
    .orderBy(desc(sql`${sessions.pairUsed} or ${sessions.generation} > 1`), desc(sessions.rotatedAt), desc(sessions.id))
    .offset(mostOpen - 1)
  await end(tx, inArray(sessions.id, excess), 'crowded', at)
}

/** The open sessions of an account, the last used first. A session is used when its tokens are exchanged. */
export async function openSessionsOf(read: Reader, account: Account, now: Date) {
  const rows = await read
    .select({
      id: sessions.id,
      device: sessions.device,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.rotatedAt,
    })
    .from(sessions)
    .where(and(isOf(account), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.rotatedAt), desc(sessions.id))
  return rows.map(({ createdAt, lastUsedAt, ...session }) => {
    return { ...session, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() }
  })
}

/** Locks a session until the transaction ends, so that its tokens are judged one after the other. */
export async function lockSession(tx: Tx, id: string, role: Role): Promise<SessionRow | undefined> {
  const [row] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.role, role)))
    .for('update')
  return row
}

/** @param address that of an administrator; undefined leaves it as it is */
export async function updateSession(tx: Tx, id: string, session: Session, address?: string): Promise<void> {
  const { generation, issuedAt, rotatedAt, pairUsed, expiresAt } = session
  const use = { generation, issuedAt, rotatedAt, pairUsed, expiresAt, address }
  await tx.update(sessions).set(use).where(eq(sessions.id, id))
}

/** Ends one session everywhere. A session that has ended already stays as it is. */
export const endSession = (tx: Tx, id: string, reason: EndReason, at: Date) => end(tx, eq(sessions.id, id), reason, at)

/** Ends the open sessions of an account everywhere, except `keep`. @returns their ids */
export const endSessions = (tx: Tx, account: Account & { keep?: string | undefined }, reason: EndReason, at: Date) =>
  end(tx, and(isOf(account), account.keep === undefined ? undefined : ne(sessions.id, account.keep)), reason, at)

/** Ends one open session of an account everywhere. @returns its id, or nothing if the account has no such open session */
export const endSessionOf = (tx: Tx, account: Account, sessionId: string, reason: EndReason, at: Date) =>
  end(tx, and(isOf(account), eq(sessions.id, sessionId)), reason, at)

/** Ends the open sessions of wall screens that were removed, everywhere. */
export const endScreenSessions = (tx: Tx, screenIds: readonly string[], at: Date) =>
  end(tx, and(eq(sessions.role, 'screen'), inArray(sessions.accountId, [...screenIds])), 'removed', at)

/** Ends those of these sessions that are open, without publishing that again. @returns their number */
export async function endRevoked(tx: Tx, ids: readonly string[], at: Date): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: at, endReason: 'revoked', address: null })
    .where(and(inArray(sessions.id, [...ids]), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return ended.length
}

async function end(tx: Tx, which: ReturnType<typeof and>, reason: EndReason, at: Date): Promise<string[]> {
  const update = tx
    .update(sessions)
    .set({ endedAt: at, endReason: reason, address: null })
    .where(and(which, isNull(sessions.endedAt)))
    .returning({ id: sessions.id, role: sessions.role })
  const ended = await runInOrder<Pick<SessionRow, 'id' | 'role'>>(tx, update.getSQL())
  const endedAt = at.toISOString()
  // In parallel: a thousand round trips in sequence would outlast the transaction.
  await Promise.all(ended.map(({ id, role }) => emit(tx, 'member.sessionEnded', { sessionId: id, role, endedAt })))
  return ended.map(({ id }) => id)
}
