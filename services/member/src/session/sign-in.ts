import type { Caller } from '@kingcar/bus'
import { AppError, type ErrorCode, type Role, type Tokens } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { attemptKey, recordAttempt, throwIfAlreadyLimited, throwIfLimited } from '../rate-limit/failed-attempts.ts'
import type { JudgedCode } from '../second-factor/judge-code.ts'
import { openAdminSession } from './open-admin-session.ts'
import { openSession } from './open-session.ts'

/** How to find and lock the accounts of one role. */
export type Accounts = {
  role: Role
  byEmail(email: string): Promise<{ id: string; passwordHash: string | null } | undefined>
  /** Locks an account until the transaction ends; undefined for an account that may not sign in. */
  lock(tx: Tx, id: string): Promise<{ passwordHash: string | null } | undefined>
  /** Judges the second factor of an account that is locked; undefined if it has none. */
  judgeFactor?(tx: Tx, id: string): Promise<JudgedCode | undefined>
  /** Called in the transaction of a successful sign-in. */
  signedIn?(tx: Tx, id: string): Promise<unknown>
}

/** The account of a sign-in attempt, as the limits on guessing name it. */
export const loginAccount = (role: Role, email: string) => `${role} ${email.toLowerCase()}`

/**
 * Opens a session for an email and a password, and a second factor if the account has one. An unknown email and a wrong
 * password take the same steps, so that they have the same response and take the same time.
 * @throws AppError LOGIN_FAILED, SECOND_FACTOR_REQUIRED, CODE_INVALID, or RATE_LIMITED after too many failures
 */
export async function signIn(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'now' | 'passwordHasher' | 'tokens'>,
  accounts: Accounts,
  input: { email: string; password: string },
  caller: Caller,
): Promise<Tokens> {
  const { role } = accounts
  const key = attemptKey(ctx.hmac, 'login', loginAccount(role, input.email), caller.address)
  let found: Awaited<ReturnType<Accounts['byEmail']>>
  const matches = await ctx.passwordHasher.verify(async () => {
    const [account] = await Promise.all([accounts.byEmail(input.email), throwIfAlreadyLimited(ctx.db.read, key)])
    found = account
    return found?.passwordHash
  }, input.password)

  const outcome = await ctx.db.transaction(async (tx) => {
    const account = found && matches ? await accounts.lock(tx, found.id) : undefined
    // The account may have been disabled, or its password changed, while the hash was computed.
    const id = account && account.passwordHash === found?.passwordHash ? found?.id : undefined
    const factor = id === undefined ? undefined : await accounts.judgeFactor?.(tx, id)
    const fault = id === undefined ? ('LOGIN_FAILED' as const) : faultOf(factor)
    const wait = await recordAttempt(tx, key, fault === 'SECOND_FACTOR_REQUIRED' ? undefined : fault === undefined)
    if (id === undefined || fault !== undefined || wait > 0)
      return { wait, fault, factors: factor?.is === 'missing' ? factor.factors : undefined }
    if (factor?.is === 'right') await factor.use()
    await accounts.signedIn?.(tx, id)
    const open = () => (role === 'admin' ? openAdminSession(ctx, tx, id, caller) : openSession(ctx, tx, { role, id }))
    return { tokens: await open() }
  })
  // Thrown after the commit: the failure has to count.
  if (outcome.tokens) return outcome.tokens
  throwIfLimited(outcome.wait)
  throw new AppError(outcome.fault ?? 'LOGIN_FAILED', { details: outcome.factors })
}

function faultOf(factor: JudgedCode | undefined): ErrorCode | undefined {
  if (factor?.is === 'missing') return 'SECOND_FACTOR_REQUIRED'
  return factor?.is === 'wrong' ? 'CODE_INVALID' : undefined
}
