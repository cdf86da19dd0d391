import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { checkCurrentPassword, throwIfWrongPassword } from '../session/current-password.ts'
import { endSessions } from '../session/queries.ts'
import { admins } from '../tables.ts'
import { lockAdmin } from './queries.ts'

/** Changes the caller's own password; their other sessions end. */
export async function changeAdminPassword(
  ctx: Ctx,
  input: Input<typeof contract.member.changeAdminPassword>,
  caller: Caller,
): Promise<null> {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const { id, sessionId } = caller.actor
  const [found] = await ctx.admins.byId.execute({ id })
  if (!found) throw new AppError('UNAUTHENTICATED')
  await ctx.rejectWeakPassword('newPassword', input.newPassword, [found.email, found.name])
  const own = await checkCurrentPassword(ctx, { role: 'admin', id, hash: found.passwordHash }, input, caller)

  const verdict = await ctx.db.transaction(async (tx) => {
    const admin = await lockAdmin(tx, id)
    const settled = await own.record(tx, admin?.passwordHash)
    if (!settled.right) return settled
    await tx.update(admins).set({ passwordHash: own.newHash }).where(eq(admins.id, id))
    await endSessions(tx, { role: 'admin', id, keep: sessionId }, 'passwordChanged', ctx.now())
    const change = { action: 'changeAdminPassword', entity: 'admin', entityId: id, before: null, after: null }
    await storeAuditEntry(tx, auditEntry(caller, change))
    return settled
  })
  throwIfWrongPassword(verdict)
  return null
}
