import type { Role, Tokens } from '@kingcar/contract'
import { emit, type Tx } from '@kingcar/db'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type SessionRow, sessions } from '../tables.ts'
import { type Session, startSession } from './session.ts'

export type EndReason = NonNullable<SessionRow['endReason']>

/** Opens a session for an account and gives its first pair. */
export async function openSession(ctx: Ctx, tx: Tx, role: Role, accountId: string): Promise<Tokens> {
  const session = startSession(ctx.now(), ctx.tokens.lifetimes)
  const [row] = await tx
    .insert(sessions)
    .values({ ...session, role, accountId, createdAt: session.issuedAt })
    .returning({ id: sessions.id })
  if (!row) throw new Error('insert returned no row')
  return ctx.tokens.pair({ sessionId: row.id, role, accountId, ...session })
}

/** Locks a session until the transaction ends: what is judged of it happens one after the other. */
export async function lockSession(tx: Tx, id: string, role: Role): Promise<SessionRow | undefined> {
  const [row] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.role, role)))
    .for('update')
  return row
}

export async function storeSession(tx: Tx, id: string, session: Session): Promise<void> {
  const { generation, issuedAt, rotatedAt, pairUsed, expiresAt } = session
  await tx.update(sessions).set({ generation, issuedAt, rotatedAt, pairUsed, expiresAt }).where(eq(sessions.id, id))
}

/** Ends one session everywhere; nothing happens to one that has ended. */
export const endSession = (tx: Tx, id: string, reason: EndReason, at: Date) => end(tx, eq(sessions.id, id), reason, at)

/** Ends the open sessions of an account everywhere, but for `keep`; gives their ids. */
export const endSessionsOf = (
  tx: Tx,
  account: { role: Role; id: string; keep?: string | undefined },
  reason: EndReason,
  at: Date,
) =>
  end(
    tx,
    and(
      eq(sessions.role, account.role),
      eq(sessions.accountId, account.id),
      account.keep === undefined ? undefined : ne(sessions.id, account.keep),
    ),
    reason,
    at,
  )

async function end(tx: Tx, which: ReturnType<typeof and>, reason: EndReason, at: Date): Promise<string[]> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: at, endReason: reason })
    .where(and(which, isNull(sessions.endedAt)))
    .returning({ id: sessions.id, role: sessions.role })
  for (const { id, role } of ended) {
    await emit(tx, 'member.sessionEnded', { sessionId: id, role, endedAt: at.toISOString() })
  }
  return ended.map(({ id }) => id)
}
