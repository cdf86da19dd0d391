import { AppError } from '@kingcar/contract'
import { type Reader, sendInOrder, type Tx } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import type { Hmac } from '../crypto/hmac.ts'
import { failedAttempts } from '../tables.ts'
import { networkOf } from './network.ts'
import { lockCounter, secondsToWait, type WindowLimit } from './sliding-window.ts'

/*
 * Limits on guessing. They are kept in PostgreSQL, so that all processes share one count and a restart keeps it.
 *
 * Only failures count. `recordAttempt` decides an attempt after its check, under a lock on its account and address: if
 * the limit was reached in the meantime, the attempt is refused, right or wrong. Fifty parallel guesses therefore
 * reveal no more than ten.
 */

type Limit = { by: 'account' | 'address' | 'both'; most: number; seconds: number }

const quarterHour = 15 * 60
/**
 * - login: ten failures stop guessing of one password; the other two limits stop one network that tries many accounts,
 *   and many networks that try one account.
 * - password: a change is limited like a login, because a stolen access token could be used to guess here.
 * - forgot: each request counts, because each mails an address.
 * - passkey: a signature cannot be guessed, but each sign-in that begins stores a challenge.
 * - pairing: each browser that shows a code stores it, and there are a million codes.
 * - social: a provider's token cannot be guessed, but each one costs a check or a call to the provider.
 * - email: a join with a taken email, and a password reset, reveal whether the email's owner is a member. The account is the
 *   verified phone, which costs the attacker an SMS.
 */
const limits = {
  login: [
    { by: 'both', most: 10, seconds: quarterHour },
    { by: 'address', most: 100, seconds: quarterHour },
    { by: 'account', most: 100, seconds: quarterHour },
  ],
  password: [{ by: 'account', most: 10, seconds: quarterHour }],
  join: [{ by: 'address', most: 10, seconds: 60 * 60 }],
  setup: [{ by: 'address', most: 10, seconds: 60 * 60 }],
  forgot: [
    { by: 'both', most: 5, seconds: 60 * 60 },
    { by: 'account', most: 20, seconds: 60 * 60 },
    { by: 'address', most: 20, seconds: 60 * 60 },
  ],
  passkey: [{ by: 'address', most: 100, seconds: quarterHour }],
  pairing: [{ by: 'address', most: 100, seconds: quarterHour }],
  social: [{ by: 'address', most: 100, seconds: quarterHour }],
  email: [{ by: 'account', most: 10, seconds: 60 * 60 }],
} as const satisfies Record<string, readonly Limit[]>
/** The longest window of these limits: older failures do not count. */
const longestWindow = '1 hour'

export type AttemptKey = { purpose: keyof typeof limits; account: Buffer; address: Buffer }

/** The key by which failures are counted: HMACs of the account and of the network of the address. */
export function attemptKey(
  hmac: Hmac,
  purpose: AttemptKey['purpose'],
  account: string,
  address: string | undefined,
): AttemptKey {
  const network = address === undefined ? 'unknown' : networkOf(address)
  return { purpose, account: hmac('limit account', account), address: hmac('limit address', network) }
}

/**
 * Avoids a costly check if a limit is reached already. Only `recordAttempt` is exact.
 * @throws AppError RATE_LIMITED
 */
export async function throwIfAlreadyLimited(read: Reader, key: AttemptKey): Promise<void> {
  throwIfLimited(await secondsToWait(read, failedAttempts, windowsOf(key)))
}

/**
 * Decides an attempt and records it, with its account and its address locked until the transaction ends. A failure is
 * stored; a success deletes the account's failures from that address.
 * @param right the result of the check; undefined if a part of it is still missing, which is neither success nor
 * failure
 * @returns seconds to wait if the attempt is refused, whatever the result of its check; otherwise 0
 */
export async function recordAttempt(tx: Tx, key: AttemptKey, right: boolean | undefined): Promise<number> {
  // Always the account first, so that two attempts cannot deadlock.
  lockCounter(tx, 'account', key.account.readInt32BE())
  lockCounter(tx, 'address', key.address.readInt32BE())
  const wait = await secondsToWait(tx, failedAttempts, windowsOf(key))
  if (wait > 0) return wait
  if (right) {
    const { purpose, account, address } = key
    const own = and(
      eq(failedAttempts.purpose, purpose),
      eq(failedAttempts.account, account),
      eq(failedAttempts.address, address),
    )
    sendInOrder(tx, tx.delete(failedAttempts).where(own))
  } else if (right === false) sendInOrder(tx, tx.insert(failedAttempts).values({ ...key, at: sql`clock_timestamp()` }))
  return 0
}

/** Deletes an account's failures from all addresses. */
export async function clearFailures(
  tx: Tx,
  hmac: Hmac,
  purpose: AttemptKey['purpose'],
  account: string,
): Promise<void> {
  const { account: hashed } = attemptKey(hmac, purpose, account, undefined)
  await tx.delete(failedAttempts).where(and(eq(failedAttempts.purpose, purpose), eq(failedAttempts.account, hashed)))
}

/** @throws AppError RATE_LIMITED if there are seconds to wait */
export function throwIfLimited(seconds: number): void {
  if (seconds > 0) throw new AppError('RATE_LIMITED', { retryAfter: seconds })
}

/** Deletes failures that no limit counts any more. */
export async function deleteOldFailures(tx: Tx): Promise<void> {
  await tx.delete(failedAttempts).where(sql`${failedAttempts.at} < now() - ${longestWindow}::interval`)
}

const windowsOf = (key: AttemptKey): WindowLimit[] =>
  limits[key.purpose].map(({ by, most, seconds }) => {
    const account = by === 'address' ? sql`` : sql`and account = ${key.account}`
    const address = by === 'account' ? sql`` : sql`and address = ${key.address}`
    return { where: sql`purpose = ${key.purpose} ${account} ${address}`, most, seconds }
  })
