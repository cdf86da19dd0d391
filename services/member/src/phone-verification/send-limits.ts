import type { Reader, Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Hmac } from '../crypto/hmac.ts'
import { isLoopback, networkOf } from '../rate-limit/network.ts'
import { lockCounter, secondsToWait, type WindowLimit } from '../rate-limit/sliding-window.ts'
import { codeSends } from '../tables.ts'

/*
 * Limits on codes that are sent: each costs money, and rings somebody's phone. Unlike the limits on guessing
 * (src/limit/limits.ts) they count what was let through and not what failed, so that no success forgets anything, and
 * by more keys; the counting itself is the same. It is exact under one lock for all sends, since the budget is one for
 * all. A send that is refused early never asks for it.
 */

/** What the configuration says of the limits. */
export type SendLimits = {
  /** Codes an hour in all. */
  hourlyBudget: number
  /** Whether this machine's own address is left out of the count. */
  exemptLoopback: boolean
}

/** Seconds between two codes for a number (contract §5). */
export const resendSeconds = 60

const hour = 60 * 60
const day = 24 * hour
/** The longest window: sends older than this count nowhere. */
const longestWindow = '24 hours'

/** Those who a code is counted for, as keyed hashes. */
export type SendKeys = { number: Buffer; prefix: Buffer; network: Buffer | null }

/** @param number E.164 */
export function sendKeys(hash: Hmac, number: string, address: string | undefined, rules: SendLimits): SendKeys {
  const exempt = rules.exemptLoopback && address !== undefined && isLoopback(address)
  const network = address === undefined ? 'unknown' : networkOf(address)
  return {
    number: hash('send number', number),
    prefix: hash('send prefix', number.slice(0, -4)),
    network: exempt ? null : hash('send network', network),
  }
}

/** Seconds until such a code may be sent; 0 for now. Decides only under `lockSends`. */
export function secondsUntilSend(
  db: Reader | Tx,
  { number, prefix, network }: SendKeys,
  rules: SendLimits,
): Promise<number> {
  const windows: WindowLimit[] = [
    { where: sql`number = ${number}`, most: 1, seconds: resendSeconds },
    { where: sql`number = ${number}`, most: 5, seconds: day },
    // Ten thousand numbers differ in the last four digits alone: who pumps messages goes through such a block.
    { where: sql`prefix = ${prefix}`, most: 100, seconds: hour },
    { where: sql`true`, most: rules.hourlyBudget, seconds: hour },
  ]
  if (network) windows.push({ where: sql`network = ${network}`, most: 20, seconds: hour })
  return secondsToWait(db, codeSends, windows)
}

/** From here on nobody else's send is counted until the transaction ends. */
export const lockSends = (tx: Tx): Promise<void> => lockCounter(tx, 'codeSends')

/** Counts a send. @returns when, by the database's clock */
export async function recordSend(tx: Tx, of: SendKeys): Promise<Date> {
  const [row] = await tx
    .insert(codeSends)
    // Whole milliseconds, as they are told to the caller, who may come back at just that time.
    .values({ ...of, at: sql`date_trunc('milliseconds', clock_timestamp())` })
    .returning({ at: codeSends.at })
  if (!row) throw new Error('insert returned no row')
  return row.at
}

/** Forgets sends that no limit looks at any more. */
export async function deleteOldSends(tx: Tx): Promise<void> {
  await tx.delete(codeSends).where(sql`${codeSends.at} < now() - ${longestWindow}::interval`)
}
