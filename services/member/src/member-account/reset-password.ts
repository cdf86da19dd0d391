import { AppError, type contract, type Input } from '@kingcar/contract'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { guessableFacts, updateMember } from '../member/queries.ts'
import { checkVerificationToken, consumeVerificationToken } from '../phone-verification/verification-token.ts'
import { clearFailures } from '../rate-limit/failed-attempts.ts'
import { endSessions } from '../session/queries.ts'
import { loginAccount } from '../session/sign-in.ts'
import { members } from '../tables.ts'

/** A new password for whoever proved the account's phone. Every session ends, and failed sign-ins are forgiven. */
export async function resetPassword(
  ctx: Ctx,
  { verificationToken, newPassword }: Input<typeof contract.member.resetPassword>,
): Promise<null> {
  const verified = await checkVerificationToken(ctx.db.read, verificationToken, 'KINGCAR') // hashing is dear, and for nobody who has no token
  const [owner] = await ctx.db.read.select().from(members).where(isOwner(verified))
  await ctx.rejectWeakPassword('newPassword', newPassword, owner ? guessableFacts(owner) : [verified])
  const passwordHash = await ctx.passwordHasher.hash(newPassword)
  await ctx.db.transaction(async (tx) => {
    const phoneNumber = await consumeVerificationToken(tx, verificationToken, 'KINGCAR')
    const [member] = await tx.select().from(members).where(isOwner(phoneNumber)).for('update')
    if (!member) throw new AppError('MEMBER_NOT_FOUND')
    await updateMember(tx, member, { passwordHash }, ctx.now())
    await endSessions(tx, { role: 'member', id: member.id }, 'passwordReset', ctx.now())
    if (member.email !== null) await clearFailures(tx, ctx.hmac, 'login', loginAccount('member', member.email))
  })
  return null
}

const isOwner = (phoneNumber: string) => and(eq(members.phoneNumber, phoneNumber), eq(members.provider, 'KINGCAR'))
