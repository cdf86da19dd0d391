import type { Caller } from '@kingcar/bus'
import { AppError, type Role, type Tokens } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { endSession } from './queries.ts'

/**
 * Ends the caller's session everywhere. Both tokens must belong to it, of any generation.
 * @throws AppError REFRESH_INVALID if they do not
 */
export async function logout(
  ctx: Pick<Ctx, 'db' | 'now' | 'tokens'>,
  role: Role,
  input: Tokens,
  caller: Caller,
): Promise<null> {
  const sessionId = caller.actor?.sessionId
  const named = [
    ctx.tokens.sessionIdOf(input.accessToken, role),
    ctx.tokens.parseRefreshToken(input.refreshToken)?.sessionId,
  ]
  if (sessionId === undefined || named.some((id) => id !== sessionId)) throw new AppError('REFRESH_INVALID')
  await ctx.db.transaction((tx) => endSession(tx, sessionId, 'logout', ctx.now()))
  return null
}
