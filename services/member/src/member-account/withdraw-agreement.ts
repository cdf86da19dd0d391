import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import { findActiveAgreement, markWithdrawn } from '../agreement/queries.ts'
import type { Ctx } from '../context.ts'
import { lockCallingMember } from '../member/calling-member.ts'
import { bumpAgreementsVersion } from '../member/queries.ts'

/** Withdraws the calling member's agreement to optional terms. Its history is kept. */
export async function withdrawAgreement(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { termsId }: Input<typeof contract.member.withdrawAgreement>,
  caller: Caller,
): Promise<null> {
  await ctx.db.transaction(async (tx) => {
    const member = await lockCallingMember(tx, caller)
    const agreement = await findActiveAgreement(tx, member.id, termsId)
    if (!agreement) throw new AppError('TERMS_NOT_FOUND')
    if (agreement.required) throw new AppError('TERMS_REQUIRED')
    await markWithdrawn(tx, agreement.id, ctx.now())
    await bumpAgreementsVersion(tx, member, ctx.now())
  })
  return null
}
