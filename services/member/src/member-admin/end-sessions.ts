import type { Caller } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { lockMemberRow } from '../member/queries.ts'
import { endSessions } from '../session/queries.ts'

/** Ends all sessions of a member. Without an open session it writes nothing. */
export function endMemberSessions(ctx: Pick<Ctx, 'db' | 'now'>, { id }: { id: string }, caller: Caller): Promise<null> {
  return ctx.db.transaction(async (tx) => {
    if (!(await lockMemberRow(tx, id))) throw new AppError('MEMBER_NOT_FOUND')
    const ended = await endSessions(tx, { role: 'member', id }, 'endedByAdmin', ctx.now())
    if (ended.length === 0) return null
    const change = { before: { sessions: ended }, after: { sessions: [] } }
    const { name } = contract.member.endMemberSessions
    storeAuditEntry(tx, auditEntry(caller, { action: name, entity: 'member', entityId: id, ...change }))
    return null
  })
}
