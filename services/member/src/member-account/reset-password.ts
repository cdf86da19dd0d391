import { AppError, type contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { guessableFacts } from '../member/guessable-facts.ts'
import { findMemberByPhone, lockMemberByPhone, updateMember } from '../member/queries.ts'
import { checkVerificationToken, consumeVerificationToken } from '../phone-verification/verification-token.ts'
import { clearFailures } from '../rate-limit/failed-attempts.ts'
import { endSessions } from '../session/queries.ts'
import { loginAccount } from '../session/sign-in.ts'

/** Sets a new password for the member whose phone was verified. Ends every session and clears failed sign-ins. */
export async function resetPassword(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'now' | 'passwordHasher' | 'rejectWeakPassword'>,
  { verificationToken, newPassword }: Input<typeof contract.member.resetPassword>,
): Promise<null> {
  // Before the costly hash: only a caller with a token gets that far.
  const verified = await checkVerificationToken(ctx.db.read, verificationToken, 'KINGCAR')
  const owner = await findMemberByPhone(ctx.db.read, verified)
  await ctx.rejectWeakPassword('newPassword', newPassword, owner ? guessableFacts(owner) : [verified])
  const passwordHash = await ctx.passwordHasher.hash(newPassword)
  await ctx.db.transaction(async (tx) => {
    const phoneNumber = await consumeVerificationToken(tx, verificationToken, 'KINGCAR')
    const member = await lockMemberByPhone(tx, phoneNumber)
    if (!member) throw new AppError('MEMBER_NOT_FOUND')
    await updateMember(tx, member, { passwordHash }, ctx.now())
    await endSessions(tx, { role: 'member', id: member.id }, 'passwordReset', ctx.now())
    if (member.email !== null) await clearFailures(tx, ctx.hmac, 'login', loginAccount('member', member.email))
  })
  return null
}
