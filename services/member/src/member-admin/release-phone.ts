import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { lockMemberRow } from '../member/queries.ts'
import { clearPhone } from '../member/release-number.ts'

const op = contract.member.releasePhone

/** Releases the number of a member for its new owner. Without a number it writes nothing. */
export function releasePhone(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, reason }: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  return ctx.db.transaction(async (tx) => {
    const member = await lockMemberRow(tx, id)
    if (!member) throw new AppError('MEMBER_NOT_FOUND')
    if (member.phoneNumber === null) return null
    await clearPhone(tx, member, ctx.now())
    // The audit log is kept after the member has left, so it has only the part of the number by which an administrator
    // recognises it.
    const change = { before: { phoneEnd: member.phoneNumber.slice(-4) }, after: { phoneEnd: null, reason } }
    storeAuditEntry(tx, auditEntry(caller, { action: op.name, entity: 'member', entityId: id, ...change }))
    return null
  })
}
