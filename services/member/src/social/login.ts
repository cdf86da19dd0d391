import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Tokens } from '@kingcar/contract'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { openSession } from '../session/open-session.ts'
import { storeGrant } from './grant.ts'
import { countInvalidToken, identify } from './identify.ts'
import { lockMemberBySocialAccount } from './queries.ts'
import { markIdTokenUsed } from './used-id-tokens.ts'

/**
 * Opens a session for the member whose account a provider confirms. An ID token signs in once. If there is no such
 * member yet, the token stays unused: the app joins with it.
 */
export async function loginSocial(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'now' | 'secretBox' | 'social' | 'tasks' | 'tokens'>,
  input: Input<typeof contract.member.loginSocial>,
  caller: Caller,
): Promise<Tokens> {
  const identity = await identify(ctx, input, caller)
  const outcome = await ctx.db.transaction(async (tx) => {
    const member = await lockMemberBySocialAccount(tx, identity)
    if (!member) return 'MEMBER_NOT_FOUND'
    if (!(await markIdTokenUsed(tx, identity))) return 'SOCIAL_TOKEN_INVALID'
    await storeGrant(ctx, tx, member.id, identity, input.authorizationCode)
    const tokens = await openSession(ctx, tx, { role: 'member', id: member.id })
    await fault('member.loginSocial.beforeCommit')
    return tokens
  })
  if (outcome === 'MEMBER_NOT_FOUND') throw new AppError(outcome)
  if (outcome === 'SOCIAL_TOKEN_INVALID') throw await countInvalidToken(ctx, caller)
  ctx.tasks.kick()
  return outcome
}
