import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { expirePasswordLinksOf } from '../admin-link/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { checkCurrentPassword, throwIfWrongPassword } from '../session/current-password.ts'
import { endSessions } from '../session/queries.ts'
import { admins } from '../tables.ts'
import { lockAdmin } from './queries.ts'

/** Changes the caller's own password and ends their other sessions. */
export async function changeAdminPassword(
  ctx: Pick<Ctx, 'admins' | 'db' | 'hmac' | 'now' | 'passwordHasher' | 'rejectWeakPassword'>,
  input: Input<typeof contract.member.changeAdminPassword>,
  caller: Caller,
): Promise<null> {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const { id, sessionId } = caller.actor
  const [found] = await ctx.admins.byId.execute({ id })
  if (!found) throw new AppError('UNAUTHENTICATED')
  await ctx.rejectWeakPassword('newPassword', input.newPassword, [found.email, found.name])
  const password = await checkCurrentPassword(ctx, { role: 'admin', id, hash: found.passwordHash }, input, caller)

  const outcome = await ctx.db.transaction(async (tx) => {
    const admin = await lockAdmin(tx, id)
    const verdict = await password.record(tx, admin?.passwordHash)
    if (!verdict.right) return verdict
    await tx.update(admins).set({ passwordHash: password.newHash }).where(eq(admins.id, id))
    await expirePasswordLinksOf(tx, id, ctx.now())
    await endSessions(tx, { role: 'admin', id, keep: sessionId }, 'passwordChanged', ctx.now())
    const change = { action: 'changeAdminPassword', entity: 'admin', entityId: id, before: null, after: null }
    storeAuditEntry(tx, auditEntry(caller, change))
    return verdict
  })
  throwIfWrongPassword(outcome)
  return null
}
