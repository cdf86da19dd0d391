import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Tokens } from '@kingcar/contract'
import { eq } from 'drizzle-orm'
import { lockAdmin } from '../admin/queries.ts'
import type { Ctx } from '../context.ts'
import { openAdminSession } from '../session/open-admin-session.ts'
import { admins } from '../tables.ts'
import { findPasskey, passkeyUsed } from './queries.ts'
import { userHandleOf } from './user-handle.ts'
import { readAssertion } from './verify.ts'

/**
 * Signs in an administrator who is not disabled, with a passkey.
 * @throws AppError PASSKEY_CHALLENGE_INVALID, PASSKEY_ORIGIN_INVALID, PASSKEY_NOT_FOUND, PASSKEY_INVALID or PASSKEY_COPIED
 */
export async function loginByPasskey(
  ctx: Pick<Ctx, 'consoleUrl' | 'db' | 'hmac' | 'log' | 'now' | 'tokens'>,
  input: Input<typeof contract.member.loginByPasskey>,
  caller: Caller,
): Promise<Tokens> {
  const verify = await readAssertion(ctx, input)
  const { credentialId, userHandle } = input
  const found = await findPasskey(ctx.db.read, credentialId)
  if (!found) throw new AppError('PASSKEY_NOT_FOUND')
  const { adminId } = found
  if (userHandle !== userHandleOf(adminId)) throw new AppError('PASSKEY_INVALID')
  const counter = await verify(found.publicKey)
  return ctx.db.transaction(async (tx) => {
    const admin = await lockAdmin(tx, adminId)
    // Each change of passkeys locks the account first, so the passkey is read after the lock.
    const passkey = await findPasskey(tx, credentialId)
    if (!admin || admin.disabled || passkey?.id !== found.id) throw new AppError('PASSKEY_NOT_FOUND')
    if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
      ctx.log.warn({ adminId, passkeyId: passkey.id }, 'signature counter of a passkey decreased, sign-in refused')
      throw new AppError('PASSKEY_COPIED')
    }
    const at = ctx.now()
    await passkeyUsed(tx, passkey.id, { counter, lastUsedAt: at })
    await tx.update(admins).set({ lastLoginAt: at }).where(eq(admins.id, adminId))
    return openAdminSession(ctx, tx, adminId, caller)
  })
}
