import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type TotpSecret } from '@kingcar/contract'
import { lockAdmin } from '../admin/queries.ts'
import type { Ctx } from '../context.ts'
import { findTotp, storeTotp } from '../second-factor/queries.ts'
import { newTotpSecret, totpUri } from '../second-factor/totp.ts'
import { checkCurrentPassword, throwIfWrongPassword } from '../session/current-password.ts'

/**
 * Makes the secret of an authenticator app for the caller's own account. The secret affects no sign-in until a code
 * confirms it.
 * @throws AppError SECOND_FACTOR_EXISTS, VALIDATION_FAILED or RATE_LIMITED
 */
export async function beginTotp(
  ctx: Pick<Ctx, 'admins' | 'db' | 'hmac' | 'now' | 'passwordHasher' | 'secretBox'>,
  input: Input<typeof contract.member.beginTotp>,
  caller: Caller,
): Promise<TotpSecret> {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const { id } = caller.actor
  const [found] = await ctx.admins.byId.execute({ id })
  if (!found) throw new AppError('UNAUTHENTICATED')
  const password = await checkCurrentPassword(ctx, { role: 'admin', id, hash: found.passwordHash }, input, caller)
  const secret = newTotpSecret()
  const outcome = await ctx.db.transaction(async (tx) => {
    const admin = await lockAdmin(tx, id)
    const verdict = await password.record(tx, admin?.passwordHash)
    if (!verdict.right) return verdict
    if ((await findTotp(tx, id))?.confirmedAt) throw new AppError('SECOND_FACTOR_EXISTS')
    await storeTotp(tx, id, ctx.secretBox.encrypt(secret), ctx.now())
    return verdict
  })
  throwIfWrongPassword(outcome)
  return { secret, uri: totpUri(secret, found.email) }
}
