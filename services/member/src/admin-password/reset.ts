import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { lockAdmin } from '../admin/queries.ts'
import { usableLink } from '../admin-link/link-token.ts'
import { findPasswordLink, usePasswordLinks } from '../admin-link/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { mailAdmin } from '../mail/mail-admin-task.ts'
import { clearFailures } from '../rate-limit/failed-attempts.ts'
import { endSessions } from '../session/queries.ts'
import { loginAccount } from '../session/sign-in.ts'
import { admins } from '../tables.ts'

/** Sets another password with the token of a link, and ends all sessions. An error leaves the link usable. Throws as `usableLink` does. */
export async function resetAdminPassword(
  ctx: Pick<Ctx, 'admins' | 'db' | 'hmac' | 'now' | 'passwordHasher' | 'rejectWeakPassword' | 'tasks'>,
  { token, newPassword }: Input<typeof contract.member.resetAdminPassword>,
  caller: Caller,
): Promise<null> {
  // Checked before the costly hash, which only a caller with a valid token may cause.
  const { adminId: id } = usableLink(await findPasswordLink(ctx.db.read, token), ctx.now())
  const [found] = await ctx.admins.byId.execute({ id })
  await ctx.rejectWeakPassword('newPassword', newPassword, found ? [found.email, found.name] : [])
  const passwordHash = await ctx.passwordHasher.hash(newPassword, caller)
  await ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const admin = await lockAdmin(tx, id) // two uses of one link wait for each other here
    usableLink(await findPasswordLink(tx, token), now)
    if (!admin || admin.disabled) throw new AppError('LINK_INVALID')
    await usePasswordLinks(tx, id, now)
    await tx.update(admins).set({ passwordHash }).where(eq(admins.id, id))
    await endSessions(tx, { role: 'admin', id }, 'passwordReset', now)
    for (const purpose of ['login', 'forgot'] as const)
      await clearFailures(tx, ctx.hmac, purpose, loginAccount('admin', admin.email))
    const entry = { action: 'resetAdminPassword', entity: 'admin', entityId: id, before: null, after: null }
    storeAuditEntry(tx, auditEntry({ requestId: caller.requestId, actor: { id } }, entry))
    await mailAdmin(tx, id, 'passwordReset')
  })
  ctx.tasks.kick()
  return null
}
