import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { lockCallingMember } from '../member/calling-member.ts'
import { bumpAgreementsVersion } from '../member/queries.ts'
import { agreements } from '../tables.ts'

/** The caller withdraws an agreement that was not required. That it stood, and until when, is kept. */
export async function withdrawAgreement(
  ctx: Ctx,
  { termsId }: Input<typeof contract.member.withdrawAgreement>,
  caller: Caller,
): Promise<null> {
  await ctx.db.transaction(async (tx) => {
    const member = await lockCallingMember(tx, caller)
    const standing = and(
      eq(agreements.memberId, member.id),
      eq(agreements.termsId, termsId),
      isNull(agreements.withdrawnAt),
    )
    const [agreement] = await tx.select({ required: agreements.required }).from(agreements).where(standing)
    if (!agreement) throw new AppError('TERMS_NOT_FOUND')
    if (agreement.required) throw new AppError('TERMS_REQUIRED')
    await tx.update(agreements).set({ withdrawnAt: ctx.now() }).where(standing)
    await bumpAgreementsVersion(tx, member, ctx.now())
  })
  return null
}
