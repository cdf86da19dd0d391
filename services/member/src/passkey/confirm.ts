import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, mostPasskeys, type RecoveryCodes } from '@kingcar/contract'
import { lockAdmin } from '../admin/queries.ts'
import { changeFactor } from '../admin-second-factor/change-factor.ts'
import type { Ctx } from '../context.ts'
import { issueRecoveryCodes } from '../second-factor/issue-recovery-codes.ts'
import { insertPasskey, listPasskeys } from './queries.ts'
import { verifyNewPasskey } from './verify.ts'

const op = contract.member.confirmPasskey

/**
 * Adds a passkey to the caller's own account. The caller got its challenge after sending the password.
 * @throws AppError PASSKEY_CHALLENGE_INVALID, PASSKEY_ORIGIN_INVALID, PASSKEY_INVALID, PASSKEY_EXISTS or PASSKEY_LIMIT
 */
export async function confirmPasskey(
  ctx: Pick<Ctx, 'consoleUrl' | 'db' | 'now' | 'tasks'>,
  { name, ...made }: Input<typeof op>,
  caller: Caller,
): Promise<RecoveryCodes> {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const { id: adminId, sessionId: keep } = caller.actor
  const { id: credentialId, publicKey, counter } = await verifyNewPasskey(ctx, made, adminId)
  const result = await ctx.db.transaction(async (tx) => {
    const admin = await lockAdmin(tx, adminId)
    if (!admin) throw new AppError('UNAUTHENTICATED')
    const before = (await listPasskeys(tx, adminId)).map((passkey) => passkey.name)
    if (before.length >= mostPasskeys) throw new AppError('PASSKEY_LIMIT')
    const at = ctx.now()
    const row = { adminId, credentialId, publicKey: Buffer.from(publicKey), counter, name, createdAt: at }
    if (!(await insertPasskey(tx, row))) throw new AppError('PASSKEY_EXISTS')
    const recoveryCodes = await issueRecoveryCodes(tx, adminId)
    const passkeys = { before, after: [...before, name] }
    await changeFactor(tx, admin, { secondFactor: true, keep, action: op.name, at, passkeys }, caller)
    return { recoveryCodes }
  })
  ctx.tasks.kick()
  return result
}
