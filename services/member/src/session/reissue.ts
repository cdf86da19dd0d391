import type { Caller } from '@kingcar/bus'
import { AppError, type Role, type Tokens } from '@kingcar/contract'
import { chargeEvent } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { issueTokens } from './open-session.ts'
import { endSession, lockSession, updateSession } from './queries.ts'
import { rotate } from './session.ts'

/**
 * Exchanges a session's refresh token for a new pair; the rule is `rotate` in `session.ts`. The access token may have
 * expired, but must belong to the same session and to one of these roles.
 * @throws AppError REFRESH_INVALID, or REFRESH_REUSED after the session was ended
 */
export async function reissue(
  ctx: Pick<Ctx, 'db' | 'now' | 'tokens'>,
  roles: readonly Role[],
  input: Tokens,
  { address }: Pick<Caller, 'address'>,
): Promise<Tokens> {
  const presented = ctx.tokens.parseRefreshToken(input.refreshToken)
  const role = roles.find((each) => ctx.tokens.sessionIdOf(input.accessToken, each) === presented?.sessionId)
  if (!presented || !role) throw new AppError('REFRESH_INVALID')
  const { sessionId } = presented
  const outcome = await ctx.db.transaction(async (tx) => {
    const row = await lockSession(tx, sessionId, role)
    if (!row) return 'REFRESH_INVALID'
    const now = ctx.now()
    const decision = rotate(row, presented.generation, now, ctx.tokens.lifetimesOf(role))
    if (decision.outcome === 'refuse') return decision.code
    if (decision.outcome === 'end') {
      await endSession(tx, sessionId, 'reused', now)
      return decision.code
    }
    await updateSession(tx, sessionId, decision.session, role === 'admin' ? address : undefined)
    if (decision.session.generation > row.generation) chargeEvent(tx, { role, id: row.accountId }) // its use causes an event
    await fault('member.reissue.beforeCommit')
    return issueTokens(ctx, tx, { sessionId, role, accountId: row.accountId, ...decision.session })
  })
  await fault('member.reissue.afterCommit')
  // Thrown after the commit: inside the transaction it would roll back the end of the session.
  if (typeof outcome === 'string') throw new AppError(outcome)
  return outcome
}
