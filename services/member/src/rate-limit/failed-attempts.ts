import { AppError } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import type { Hmac } from '../crypto/hmac.ts'
import { failedAttempts } from '../tables.ts'
import { networkOf } from './network.ts'
import { lockCounter, secondsToWait, type WindowLimit } from './sliding-window.ts'

/*
 * Limits on guessing, kept in PostgreSQL: every process counts the same, and a restart forgets nothing.
 *
 * Only failures count. An attempt is judged after it was checked, under a lock on its account and its address: if the
 * limit was reached meanwhile it is refused, right or wrong. Fifty guesses at once therefore tell no more than ten.
 */

type Limit = { by: 'account' | 'address' | 'both'; most: number; seconds: number }

const quarterHour = 15 * 60
/**
 * Ten failures stop whoever guesses one password; the others stop many accounts tried from one network and one account
 * tried from many. Changing a password is guarded like a login, since a stolen access token could guess there. Nobody
 * guesses a provider's token; each one costs a check, or a call to the provider. Who joins with one taken email after another
 * asks who is a member: the account is then the verified phone, of which each costs an SMS.
 */
const limits = {
  login: [
    { by: 'both', most: 10, seconds: quarterHour },
    { by: 'address', most: 100, seconds: quarterHour },
    { by: 'account', most: 100, seconds: quarterHour },
  ],
  password: [{ by: 'account', most: 10, seconds: quarterHour }],
  join: [{ by: 'address', most: 10, seconds: 60 * 60 }],
  social: [{ by: 'address', most: 100, seconds: quarterHour }],
  email: [{ by: 'account', most: 10, seconds: 60 * 60 }],
} as const satisfies Record<string, readonly Limit[]>
/** The longest window: failures older than this count nowhere. */
const longestWindow = '1 hour'

export type AttemptKey = { purpose: keyof typeof limits; account: Buffer; address: Buffer }

/** Names an attempt by keyed hashes of its account and of the network that it came from. */
export function attemptKey(
  hash: Hmac,
  purpose: AttemptKey['purpose'],
  account: string,
  address: string | undefined,
): AttemptKey {
  const network = address === undefined ? 'unknown' : networkOf(address)
  return { purpose, account: hash('limit account', account), address: hash('limit address', network) }
}

/** Fails with RATE_LIMITED where a limit is reached: spares the costly check. It decides nothing; `settle` does. */
export async function throwIfAlreadyLimited(read: Reader, of: AttemptKey): Promise<void> {
  throwIfLimited(await secondsToWait(read, failedAttempts, windowsOf(of)))
}

/**
 * Decides an attempt whose check came out as `right`, alone for its account and its address until the transaction ends.
 * A failure is recorded, a success forgets the account's failures from that address.
 * @returns seconds to wait where the attempt is refused, whatever its check said; 0 otherwise
 */
export async function recordAttempt(tx: Tx, of: AttemptKey, right: boolean): Promise<number> {
  // Always the account first: two attempts never wait for each other in a circle.
  await lockCounter(tx, 'account', of.account.readInt32BE())
  await lockCounter(tx, 'address', of.address.readInt32BE())
  const wait = await secondsToWait(tx, failedAttempts, windowsOf(of))
  if (wait > 0) return wait
  if (right) {
    const { purpose, account, address } = of
    await tx
      .delete(failedAttempts)
      .where(
        and(
          eq(failedAttempts.purpose, purpose),
          eq(failedAttempts.account, account),
          eq(failedAttempts.address, address),
        ),
      )
  } else await tx.insert(failedAttempts).values({ ...of, at: sql`clock_timestamp()` })
  return 0
}

/** Forgets an account's failures, from wherever they came. */
export async function clearFailures(
  tx: Tx,
  hash: Hmac,
  purpose: AttemptKey['purpose'],
  account: string,
): Promise<void> {
  const { account: hashed } = attemptKey(hash, purpose, account, undefined)
  await tx.delete(failedAttempts).where(and(eq(failedAttempts.purpose, purpose), eq(failedAttempts.account, hashed)))
}

/** Fails with RATE_LIMITED when there is something to wait for. */
export function throwIfLimited(seconds: number): void {
  if (seconds > 0) throw new AppError('RATE_LIMITED', { retryAfter: seconds })
}

/** Forgets failures that no limit looks at any more. */
export async function deleteOldFailures(tx: Tx): Promise<void> {
  await tx.delete(failedAttempts).where(sql`${failedAttempts.at} < now() - ${longestWindow}::interval`)
}

const windowsOf = (of: AttemptKey): WindowLimit[] =>
  limits[of.purpose].map(({ by, most, seconds }) => {
    const account = by === 'address' ? sql`` : sql`and account = ${of.account}`
    const address = by === 'account' ? sql`` : sql`and address = ${of.address}`
    return { where: sql`purpose = ${of.purpose} ${account} ${address}`, most, seconds }
  })
