import type { Role, Tokens } from '@kingcar/contract'
import { emit, type Tx } from '@kingcar/db'
import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type SessionRow, screens, sessions } from '../tables.ts'
import { type Session, startSession } from './session.ts'
import type { TokenGrant } from './token-issuer.ts'

type Account = { role: Role; id: string }
const isOf = ({ role, id }: Account) => and(eq(sessions.role, role), eq(sessions.accountId, id))

export type EndReason = NonNullable<SessionRow['endReason']>

/**
 * Open sessions of an account. They all end in one transaction, which takes them in a tenth of its time; who knows the
 * password could open so many otherwise that its owner could end none.
 */
const mostOpen = 1_000

/** Opens a session for an account, which the caller has locked or just made, and gives its first pair. */
export async function openSession(ctx: Ctx, tx: Tx, role: Role, accountId: string): Promise<Tokens> {
  const session = startSession(ctx.now(), ctx.tokens.lifetimesOf(role))
  await endExcessSessions(tx, { role, id: accountId }, session.issuedAt)
  const [row] = await tx
    .insert(sessions)
    .values({ ...session, role, accountId })
    .returning({ id: sessions.id })
  if (!row) throw new Error('insert returned no row')
  return issueTokens(ctx, tx, { sessionId: row.id, role, accountId, ...session })
}

/** The pair of a grant; a screen's names the store that it stands in. */
export async function issueTokens(ctx: Ctx, tx: Tx, grant: TokenGrant): Promise<Tokens> {
  if (grant.role !== 'screen') return ctx.tokens.issue(grant)
  const [screen] = await tx.select({ storeId: screens.storeId }).from(screens).where(eq(screens.id, grant.accountId))
  return ctx.tokens.issue({ ...grant, storeId: screen?.storeId })
}

/** Of too many open sessions those end first that nobody has used, then those that were renewed longest ago. */
async function endExcessSessions(tx: Tx, account: Account, at: Date): Promise<void> {
  const crowded = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isOf(account), isNull(sessions.endedAt)))
    .orderBy(desc(sql`${sessions.pairUsed} or ${sessions.generation} > 1`), desc(sessions.rotatedAt), desc(sessions.id))
    .offset(mostOpen - 1)
  await end(tx, inArray(sessions.id, crowded), 'crowded', at)
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

export async function updateSession(tx: Tx, id: string, session: Session): Promise<void> {
  const { generation, issuedAt, rotatedAt, pairUsed, expiresAt } = session
  await tx.update(sessions).set({ generation, issuedAt, rotatedAt, pairUsed, expiresAt }).where(eq(sessions.id, id))
}

/** Ends one session everywhere; nothing happens to one that has ended. */
export const endSession = (tx: Tx, id: string, reason: EndReason, at: Date) => end(tx, eq(sessions.id, id), reason, at)

/** Ends the open sessions of an account everywhere, but for `keep`; gives their ids. */
export const endSessions = (tx: Tx, account: Account & { keep?: string | undefined }, reason: EndReason, at: Date) =>
  end(tx, and(isOf(account), account.keep === undefined ? undefined : ne(sessions.id, account.keep)), reason, at)

async function end(tx: Tx, which: ReturnType<typeof and>, reason: EndReason, at: Date): Promise<string[]> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: at, endReason: reason })
    .where(and(which, isNull(sessions.endedAt)))
    .returning({ id: sessions.id, role: sessions.role })
  const endedAt = at.toISOString()
  // Sent together: one after the other, a thousand round trips would outlast the transaction.
  await Promise.all(ended.map(({ id, role }) => emit(tx, 'member.sessionEnded', { sessionId: id, role, endedAt })))
  return ended.map(({ id }) => id)
}
