import type { Caller } from '@kingcar/bus'
import { AppError, type Role, type Tokens } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { attemptKey, recordAttempt, throwIfAlreadyLimited, throwIfLimited } from '../rate-limit/failed-attempts.ts'
import { openSession } from './queries.ts'

/** How one role's accounts are found and locked. */
export type Accounts = {
  role: Role
  byEmail(email: string): Promise<{ id: string; passwordHash: string | null } | undefined>
  /** Locks an account until the transaction ends; undefined for one that may not sign in. */
  lock(tx: Tx, id: string): Promise<{ passwordHash: string | null } | undefined>
  /** Noted on the account. */
  signedIn?(tx: Tx, id: string): Promise<unknown>
}

/** How the limits know an account that somebody tries to sign in to. */
export const loginAccount = (role: Role, email: string) => `${role} ${email.toLowerCase()}`

/**
 * Opens a session for email and password. A wrong email and a wrong password take the same steps, so that neither answer
 * nor time tells them apart.
 * @throws AppError LOGIN_FAILED, or RATE_LIMITED after too many failures
 */
export async function signIn(
  ctx: Ctx,
  accounts: Accounts,
  input: { email: string; password: string },
  caller: Caller,
): Promise<Tokens> {
  const { role } = accounts
  const of = attemptKey(ctx.hmac, 'login', loginAccount(role, input.email), caller.address)
  let found: Awaited<ReturnType<Accounts['byEmail']>>
  const matches = await ctx.passwordHasher.verify(async () => {
    await throwIfAlreadyLimited(ctx.db.read, of)
    found = await accounts.byEmail(input.email)
    return found?.passwordHash
  }, input.password)

  const outcome = await ctx.db.transaction(async (tx) => {
    const account = found && matches ? await accounts.lock(tx, found.id) : undefined
    // It may have been disabled, or given another password, while the hash was computed.
    const id = account && account.passwordHash === found?.passwordHash ? found?.id : undefined
    const wait = await recordAttempt(tx, of, id !== undefined)
    if (wait > 0 || id === undefined) return { wait }
    await accounts.signedIn?.(tx, id)
    return { tokens: await openSession(ctx, tx, role, id) }
  })
  // Thrown only now: the failure is committed together with its refusal.
  if (outcome.tokens) return outcome.tokens
  throwIfLimited(outcome.wait)
  throw new AppError('LOGIN_FAILED')
}
