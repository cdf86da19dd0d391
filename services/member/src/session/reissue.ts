import { AppError, type Role, type Tokens } from '@kingcar/contract'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { endSession, issueTokens, lockSession, updateSession } from './queries.ts'
import { rotate as judge } from './session.ts'

/**
 * Exchanges a session's refresh token for a new pair (the rule stands in `session.ts`). The access token may have
 * expired but must be of the same session, in one of these roles.
 * @throws AppError REFRESH_INVALID, or REFRESH_REUSED after the session was ended
 */
export async function reissue(ctx: Ctx, roles: readonly Role[], input: Tokens): Promise<Tokens> {
  const presented = ctx.tokens.parseRefreshToken(input.refreshToken)
  const role = roles.find((each) => ctx.tokens.sessionIdOf(input.accessToken, each) === presented?.sessionId)
  if (!presented || !role) throw new AppError('REFRESH_INVALID')
  const { sessionId } = presented
  const answer = await ctx.db.transaction(async (tx) => {
    const row = await lockSession(tx, sessionId, role)
    if (!row) return 'REFRESH_INVALID'
    const now = ctx.now()
    const decision = judge(row, presented.generation, now, ctx.tokens.lifetimesOf(role))
    if (decision.outcome === 'refuse') return decision.code
    if (decision.outcome === 'end') {
      await endSession(tx, sessionId, 'reused', now)
      return decision.code
    }
    await updateSession(tx, sessionId, decision.session)
    await fault('member.reissue.beforeCommit')
    return issueTokens(ctx, tx, { sessionId, role, accountId: row.accountId, ...decision.session })
  })
  await fault('member.reissue.afterCommit')
  // Thrown only now: the end of a session is committed together with its refusal.
  if (typeof answer === 'string') throw new AppError(answer)
  return answer
}
