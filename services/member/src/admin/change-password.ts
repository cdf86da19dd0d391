import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { storeAuditEntry } from '../audit.ts'
import type { Ctx } from '../context.ts'
import { attempt, refuse, refuseEarly, settle } from '../limit/limits.ts'
import { endSessionsOf } from '../session/store.ts'
import { admins } from '../tables.ts'
import { lockAdmin } from './admins.ts'

const wrong = { path: 'currentPassword', ko: '현재 비밀번호가 맞지 않아요.', en: 'Is not your current password.' }

/**
 * Changes the caller's own password; their other sessions end. A wrong current password is a fault of the input and not
 * a 401, which would sign the caller out of the console.
 */
export async function changeAdminPassword(
  ctx: Ctx,
  input: Input<typeof contract.member.changeAdminPassword>,
  caller: Caller,
): Promise<null> {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const { id, sessionId } = caller.actor
  const of = attempt(ctx.keyedHash, 'password', `admin ${id}`, caller.address)
  await refuseEarly(ctx.db.read, of)
  const [found] = await ctx.admins.byId.execute({ id })
  const matches = await ctx.passwords.verify(found?.passwordHash, input.currentPassword)
  const passwordHash = matches ? await ctx.passwords.hash(input.newPassword) : ''

  const outcome = await ctx.db.transaction(async (tx) => {
    const admin = matches ? await lockAdmin(tx, id) : undefined
    // Another change may have been faster while the hashes were computed.
    const right = admin !== undefined && admin.passwordHash === found?.passwordHash
    const wait = await settle(tx, of, right)
    if (wait > 0 || !right) return { wait, right }
    await tx.update(admins).set({ passwordHash }).where(eq(admins.id, id))
    await endSessionsOf(tx, { role: 'admin', id, keep: sessionId }, 'passwordChanged', ctx.now())
    const change = { action: 'changeAdminPassword', entity: 'admin', entityId: id, before: null, after: null }
    await storeAuditEntry(tx, auditEntry(caller, change))
    return { wait, right }
  })
  refuse(outcome.wait)
  if (!outcome.right) throw new AppError('VALIDATION_FAILED', { details: [wrong] })
  return null
}
