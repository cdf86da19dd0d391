import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Tokens } from '@kingcar/contract'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { openSession } from '../session/queries.ts'
import { keepGrant } from './grant.ts'
import { countRefusal, identify } from './identify.ts'
import { lockSocialMember } from './member.ts'
import { spendToken } from './used-id-tokens.ts'

/**
 * Opens a session for the member whom a provider vouches for. An ID token signs in once. Where there is no such member
 * yet it is not spent: the app goes on to join with it.
 */
export async function loginSocial(
  ctx: Ctx,
  input: Input<typeof contract.member.loginSocial>,
  caller: Caller,
): Promise<Tokens> {
  const identity = await identify(ctx, input, caller)
  const outcome = await ctx.db.transaction(async (tx) => {
    const member = await lockSocialMember(tx, identity)
    if (!member) return 'MEMBER_NOT_FOUND'
    if (!(await spendToken(tx, identity))) return 'SOCIAL_TOKEN_INVALID'
    await keepGrant(ctx, tx, member.id, identity, input.authorizationCode)
    const tokens = await openSession(ctx, tx, 'member', member.id)
    await fault('member.loginSocial.beforeCommit')
    return tokens
  })
  if (outcome === 'MEMBER_NOT_FOUND') throw new AppError(outcome)
  if (outcome === 'SOCIAL_TOKEN_INVALID') throw await countRefusal(ctx, caller)
  ctx.tasks.kick()
  return outcome
}
