import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type PasswordLink } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { lockAdmin, lockAsOwner } from '../admin/queries.ts'
import { linkTo } from '../admin-link/link-token.ts'
import { expirePasswordLinksOf, insertPasswordLink } from '../admin-link/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'

const op = contract.member.createPasswordLink

/**
 * Makes a link to set another administrator's password. It is not possible for the caller's own password, because a
 * stolen access token would be enough to replace it.
 */
export function createPasswordLink(
  { consoleUrl, db, now }: Pick<Ctx, 'consoleUrl' | 'db' | 'now'>,
  { id }: Input<typeof op>,
  caller: Caller,
): Promise<PasswordLink> {
  return db.transaction(async (tx) => {
    if (caller.actor?.id === id) throw new AppError('OWN_PASSWORD')
    const madeBy = await lockAsOwner(tx, caller)
    const admin = await lockAdmin(tx, id)
    if (!admin || admin.disabled) throw new AppError('ADMIN_NOT_FOUND')
    const at = now()
    await expirePasswordLinksOf(tx, id, at)
    const { token, expiresAt } = await insertPasswordLink(tx, { adminId: id, madeBy }, at)
    const entry = { action: op.name, entity: 'admin', entityId: id, before: null, after: null }
    storeAuditEntry(tx, auditEntry(caller, entry))
    return { link: linkTo(consoleUrl, '/password', token), expiresAt: expiresAt.toISOString() }
  })
}
