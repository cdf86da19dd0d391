import { randomInt } from 'node:crypto'
import type { Caller } from '@kingcar/bus'
import {
  AppError,
  type contract,
  type Input,
  type PairedScreen,
  pairingMinutes,
  type ScreenPairing,
} from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { hashOfLinkToken, newLinkToken } from '../admin-link/link-token.ts'
import type { Ctx } from '../context.ts'
import { attemptKey, recordAttempt, throwIfAlreadyLimited, throwIfLimited } from '../rate-limit/failed-attempts.ts'
import { openSession } from '../session/open-session.ts'
import { endScreenSessions } from '../session/queries.ts'
import { screenPairings } from '../tables.ts'

const codes = 1_000_000
/** With a thousand codes in use, five random codes are all in use once in 10^15 times. */
const tries = 5

/**
 * Makes a code that a browser shows until an administrator enters it, and the token by which the browser gets its session.
 * @throws AppError RATE_LIMITED
 */
export async function beginScreenPairing(
  { db, hmac, now }: Pick<Ctx, 'db' | 'hmac' | 'now'>,
  _input: Input<typeof contract.member.beginScreenPairing>,
  { address }: Caller,
): Promise<ScreenPairing> {
  // As for social tokens, the address is used as the account: otherwise all browsers would wait for one lock.
  const key = attemptKey(hmac, 'pairing', `address ${address}`, address)
  await throwIfAlreadyLimited(db.read, key)
  const pairingToken = newLinkToken()
  const tokenHash = hashOfLinkToken(pairingToken)
  const expiresAt = expiry(now())
  const { wait, pairingCode } = await db.transaction(async (tx) => {
    const wait = await recordAttempt(tx, key, false)
    return { wait, pairingCode: wait > 0 ? undefined : await storeFreeCode(tx, tokenHash, expiresAt, now()) }
  })
  throwIfLimited(wait)
  if (pairingCode === undefined) throw new AppError('UNAVAILABLE')
  return { pairingToken, pairingCode, expiresAt: expiresAt.toISOString() }
}

async function storeFreeCode(tx: Tx, tokenHash: Buffer, expiresAt: Date, now: Date): Promise<string | undefined> {
  await deleteExpiredPairings(tx, now)
  for (let tried = 0; tried < tries; tried += 1) {
    const code = String(randomInt(codes)).padStart(6, '0')
    const stored = await tx
      .insert(screenPairings)
      .values({ tokenHash, code, expiresAt })
      .onConflictDoNothing()
      .returning()
    if (stored.length > 0) return code
  }
  return undefined
}

/**
 * Gives a new screen to the browser that shows a code. The browser has the same time again to request its session.
 * @throws AppError PAIRING_NOT_FOUND
 */
export async function pairScreen(tx: Tx, code: string, screenId: string, now: Date): Promise<void> {
  const isFree = and(eq(screenPairings.code, code), gt(screenPairings.expiresAt, now), isNull(screenPairings.screenId))
  const paired = await tx
    .update(screenPairings)
    .set({ screenId, expiresAt: expiry(now) })
    .where(isFree)
    .returning({ code: screenPairings.code })
  if (paired.length === 0) throw new AppError('PAIRING_NOT_FOUND')
}

/**
 * Opens the session of the screen that a browser became, or returns null for its id while it has to wait. A browser
 * asks again only if it did not get the tokens, so its previous session ends.
 * @throws AppError PAIRING_NOT_FOUND
 */
export async function openPairedScreen(
  ctx: Pick<Ctx, 'db' | 'now' | 'tokens'>,
  { pairingToken }: Input<typeof contract.member.openPairedScreen>,
): Promise<PairedScreen> {
  const at = ctx.now()
  const isOwn = and(eq(screenPairings.tokenHash, hashOfLinkToken(pairingToken)), gt(screenPairings.expiresAt, at))
  const [waiting] = await ctx.db.read.select().from(screenPairings).where(isOwn)
  if (!waiting) throw new AppError('PAIRING_NOT_FOUND')
  if (waiting.screenId === null) return { screenId: null }
  return ctx.db.transaction(async (tx) => {
    // Locked, so that the screen is not deleted in between, and two requests do not leave two sessions.
    const [{ screenId } = { screenId: null }] = await tx.select().from(screenPairings).where(isOwn).for('update')
    if (screenId === null) throw new AppError('PAIRING_NOT_FOUND')
    await endScreenSessions(tx, [screenId], at)
    return { screenId, ...(await openSession(ctx, tx, { role: 'screen', id: screenId })) }
  })
}

const expiry = (now: Date) => new Date(now.getTime() + pairingMinutes * 60_000)

/** Skips pairings that another transaction deletes, so that networks do not wait for each other. */
export async function deleteExpiredPairings(tx: Tx, now: Date): Promise<void> {
  const expired = tx
    .select({ tokenHash: screenPairings.tokenHash })
    .from(screenPairings)
    .where(lt(screenPairings.expiresAt, now))
    .for('update', { skipLocked: true })
  await tx.delete(screenPairings).where(inArray(screenPairings.tokenHash, expired))
}
