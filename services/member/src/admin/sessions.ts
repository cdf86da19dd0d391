import type { Actor, Caller } from '@kingcar/bus'
import { type AdminSession, AppError, contract, type Input } from '@kingcar/contract'
import { auditEntry, type Tx } from '@kingcar/db'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { endSessionOf, endSessions, openSessionsOf } from '../session/queries.ts'

const { endAdminSession: endOne, endOtherAdminSessions: endOthers } = contract.member

function actorOf({ actor }: Caller): Actor {
  if (!actor) throw new AppError('UNAUTHENTICATED')
  return actor
}

/** Lists the caller's own open sessions, the last used first. */
export async function listAdminSessions(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  _: unknown,
  caller: Caller,
): Promise<AdminSession[]> {
  const { id, sessionId } = actorOf(caller)
  const open = await openSessionsOf(db.read, { role: 'admin', id }, now())
  return open.map((session) => ({ ...session, current: session.id === sessionId }))
}

/**
 * Ends one other session of the caller everywhere.
 * @throws AppError SESSION_NOT_FOUND, also for the calling session, which ends with logout
 */
export async function endAdminSession(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id }: Input<typeof endOne>,
  caller: Caller,
): Promise<null> {
  const actor = actorOf(caller)
  if (id === actor.sessionId) throw new AppError('SESSION_NOT_FOUND')
  return await db.transaction(async (tx) => {
    const ended = await endSessionOf(tx, { role: 'admin', id: actor.id }, id, 'logout', now())
    if (ended.length === 0) throw new AppError('SESSION_NOT_FOUND')
    return recordEnd(tx, caller, endOne.name, ended)
  })
}

/** Ends all sessions of the caller except the calling one. Without another open session it writes nothing. */
export async function endOtherAdminSessions(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  _: unknown,
  caller: Caller,
): Promise<null> {
  const { id, sessionId } = actorOf(caller)
  return await db.transaction(async (tx) => {
    const ended = await endSessions(tx, { role: 'admin', id, keep: sessionId }, 'logout', now())
    return ended.length === 0 ? null : recordEnd(tx, caller, endOthers.name, ended)
  })
}

async function recordEnd(tx: Tx, caller: Caller, action: string, ended: string[]): Promise<null> {
  const change = { before: { sessions: ended }, after: { sessions: [] } }
  storeAuditEntry(tx, auditEntry(caller, { action, entity: 'admin', entityId: actorOf(caller).id, ...change }))
  return null
}
