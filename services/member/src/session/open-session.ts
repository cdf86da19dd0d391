import type { Tokens } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { endExcessSessions, insertSession, type SignedIn, storeOfScreen } from './queries.ts'
import { startSession } from './session.ts'
import type { TokenGrant } from './token-issuer.ts'

/**
 * Opens a session for an account, which the caller has locked or just created, and returns its first pair of tokens.
 */
export async function openSession(ctx: Pick<Ctx, 'now' | 'tokens'>, tx: Tx, account: SignedIn): Promise<Tokens> {
  const { role, id: accountId } = account
  const session = startSession(ctx.now(), ctx.tokens.lifetimesOf(role))
  // Pipelined; PostgreSQL runs them in this order.
  const [, sessionId] = await Promise.all([
    endExcessSessions(tx, account, session.issuedAt),
    insertSession(tx, account, session),
  ])
  return issueTokens(ctx, tx, { sessionId, role, accountId, ...session })
}

/** Issues the pair of tokens of a grant. A screen's access token names its store. */
export async function issueTokens({ tokens }: Pick<Ctx, 'tokens'>, tx: Tx, grant: TokenGrant): Promise<Tokens> {
  if (grant.role !== 'screen') return tokens.issue(grant)
  return tokens.issue({ ...grant, storeId: await storeOfScreen(tx, grant.accountId) })
}
