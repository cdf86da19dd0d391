import type { Reader, Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Hmac } from '../crypto/hmac.ts'
import { isLoopback, networkOf } from '../rate-limit/network.ts'
import { lockCounter, secondsToWait, type WindowLimit } from '../rate-limit/sliding-window.ts'
import { codeSends } from '../tables.ts'

/*
 * Limits on sent codes: each code costs money and disturbs the owner of a phone. Unlike the limits on guessing
 * (src/rate-limit/failed-attempts.ts) these count accepted sends, not failures, and nothing resets them. They are exact
 * because of one lock for all sends, which share one budget. A send that is refused before the lock does not wait for
 * it.
 */

/** The configured limits. */
export type SendLimits = {
  /** Codes an hour for all numbers together. */
  hourlyBudget: number
  /** True if sends for this machine's own address are not counted for that address. */
  exemptLoopback: boolean
}

/** Seconds between two codes for a number (contract §5). */
export const resendSeconds = 60

const hour = 60 * 60
const day = 24 * hour
/** The longest window of these limits: older sends do not count. */
const longestWindow = '24 hours'

/** The keys that a send is counted by, as HMACs. */
export type SendKeys = { number: Buffer; prefix: Buffer; network: Buffer | null; account: Buffer | null }

/**
 * @param number E.164
 * @param account id of the administrator who requests it
 */
export function sendKeys(
  hmac: Hmac,
  number: string,
  { address, account }: { address: string | undefined; account: string | undefined },
  limits: SendLimits,
): SendKeys {
  const exempt = limits.exemptLoopback && address !== undefined && isLoopback(address)
  const network = address === undefined ? 'unknown' : networkOf(address)
  return {
    number: hmac('send number', number),
    prefix: hmac('send prefix', number.slice(0, -4)),
    network: exempt ? null : hmac('send network', network),
    account: account === undefined ? null : hmac('send account', account),
  }
}

/** Seconds until a code for these keys may be sent; 0 for now. Exact only under `lockSends`. */
export function secondsUntilSend(
  db: Reader | Tx,
  { number, prefix, network, account }: SendKeys,
  limits: SendLimits,
): Promise<number> {
  const windows: WindowLimit[] = [
    { where: sql`number = ${number}`, most: 1, seconds: resendSeconds },
    { where: sql`number = ${number}`, most: 5, seconds: day },
    // SMS pumping uses blocks of ten thousand numbers that differ only in their last four digits.
    { where: sql`prefix = ${prefix}`, most: 100, seconds: hour },
    { where: sql`true`, most: limits.hourlyBudget, seconds: hour },
  ]
  if (account) windows.push({ where: sql`account = ${account}`, most: 5, seconds: hour })
  if (network) {
    windows.push({ where: sql`network = ${network}`, most: 20, seconds: hour })
    // Other networks cannot use up all codes of a number's owner: one network leaves two codes, and two networks leave
    // the last one, which only a network without a code of this number gets.
    const ofBoth = sql`number = ${number} and network = ${network}`
    const hasOwn = sql`exists (select from ${codeSends} where ${ofBoth} and at > now() - make_interval(secs => ${day}::int))`
    windows.push({ where: ofBoth, most: 3, seconds: day })
    windows.push({ where: sql`number = ${number} and ${hasOwn}`, most: 4, seconds: day })
  }
  return secondsToWait(db, codeSends, windows)
}

/** Locks all sends until the transaction ends. */
export const lockSends = (tx: Tx): void => lockCounter(tx, 'codeSends')

/** Counts a send. @returns its time, by the database's clock */
export async function recordSend(tx: Tx, keys: SendKeys): Promise<Date> {
  const [row] = await tx
    .insert(codeSends)
    // Whole milliseconds, as in the response: the caller may send again at exactly that time.
    .values({ ...keys, at: sql`date_trunc('milliseconds', clock_timestamp())` })
    .returning({ at: codeSends.at })
  if (!row) throw new Error('insert returned no row')
  return row.at
}

/** Deletes sends that no limit counts any more. */
export async function deleteOldSends(tx: Tx): Promise<void> {
  await tx.delete(codeSends).where(sql`${codeSends.at} < now() - ${longestWindow}::interval`)
}
