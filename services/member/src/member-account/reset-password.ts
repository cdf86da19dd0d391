import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { guessableFacts } from '../member/guessable-facts.ts'
import { findMemberByPhone, lockMemberByPhone, markPhoneVerified, updateMember } from '../member/queries.ts'
import { checkVerificationToken, consumeVerificationToken } from '../phone-verification/verification-token.ts'
import {
  attemptKey,
  clearFailures,
  recordAttempt,
  throwIfAlreadyLimited,
  throwIfLimited,
} from '../rate-limit/failed-attempts.ts'
import { endSessions } from '../session/queries.ts'
import { loginAccount } from '../session/sign-in.ts'

const use = { provider: 'KINGCAR', purpose: 'resetPassword' } as const

/**
 * Sets a new password for the member whose phone was verified. The email is required because the phone number may have a
 * new owner. Ends every session and clears failed sign-ins.
 */
export async function resetPassword(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'now' | 'passwordHasher' | 'rejectWeakPassword'>,
  { email, verificationToken, newPassword }: Input<typeof contract.member.resetPassword>,
  caller: Caller,
): Promise<null> {
  // Checked before the costly hash, which only a caller with a valid token and the email may cause.
  const verified = await checkVerificationToken(ctx.db.read, verificationToken, use)
  const key = attemptKey(ctx.hmac, 'email', verified, caller.address)
  await throwIfAlreadyLimited(ctx.db.read, key)
  const owner = await findMemberByPhone(ctx.db.read, verified, email)
  if (!owner) {
    throwIfLimited(await ctx.db.transaction((tx) => recordAttempt(tx, key, false)))
    throw new AppError('MEMBER_NOT_FOUND')
  }
  await ctx.rejectWeakPassword('newPassword', newPassword, guessableFacts(owner))
  const passwordHash = await ctx.passwordHasher.hash(newPassword, caller)
  await ctx.db.transaction(async (tx) => {
    const member = await lockMemberByPhone(tx, verified, email)
    await consumeVerificationToken(tx, verificationToken, use)
    if (!member) throw new AppError('MEMBER_NOT_FOUND')
    await updateMember(tx, member, { passwordHash }, ctx.now())
    await markPhoneVerified(tx, member.id, ctx.now())
    await endSessions(tx, { role: 'member', id: member.id }, 'passwordReset', ctx.now())
    if (member.email !== null) await clearFailures(tx, ctx.hmac, 'login', loginAccount('member', member.email))
  })
  return null
}
