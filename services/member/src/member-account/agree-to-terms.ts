import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Me } from '@kingcar/contract'
import { storeAgreements } from '../agreement/queries.ts'
import { findTermsInForce } from '../agreement/terms-in-force.ts'
import type { Ctx } from '../context.ts'
import { lockCallingMember } from '../member/calling-member.ts'
import { bumpAgreementsVersion } from '../member/queries.ts'
import { describeMe } from './describe-me.ts'

/** Stores the calling member's agreement to terms in force: to all of them or to none. */
export async function agreeToTerms(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { agreedTermsIds }: Input<typeof contract.member.agreeToTerms>,
  caller: Caller,
): Promise<Me> {
  const { named: agreed } = await findTermsInForce(ctx, agreedTermsIds)
  if (agreed.length < agreedTermsIds.length) throw new AppError('TERMS_NOT_FOUND')
  return ctx.db.transaction(async (tx) => {
    const member = await lockCallingMember(tx, caller)
    const added = await storeAgreements(tx, member.id, agreed, 'me', ctx.now())
    if (added > 0) await bumpAgreementsVersion(tx, member, ctx.now())
    return describeMe(tx, member, ctx.now())
  })
}
