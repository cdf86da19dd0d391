import { createHash, randomBytes } from 'node:crypto'
import { AppError, type Provider, type VerificationPurpose } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { verificationTokens } from '../tables.ts'
import { deleteVerificationsOfNumber, type VerificationTarget } from './queries.ts'

/** Minutes that a token is valid (contract §5). */
const minutes = 15
/** 256 random bits cannot be guessed, so an unkeyed hash of them is enough. */
const tokenBytes = 32

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** The provider and the purpose that a token must have. */
export type TokenUse = { provider: Provider; purpose: VerificationPurpose }

/** Issues a token that proves a verified number: once, within 15 minutes, for one purpose or, with null, for any. */
export async function issueVerificationToken(
  tx: Tx,
  { provider, phoneNumber, purpose }: VerificationTarget & { purpose: VerificationPurpose | null },
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const expiresAt = sql`now() + make_interval(mins => ${minutes}::int)`
  await tx.insert(verificationTokens).values({ provider, phoneNumber, purpose, hash: hashOf(token), expiresAt })
  return token
}

/**
 * Consumes a token, in the transaction that needs it, and ends all other tokens and codes of its number: if the transaction
 * fails, they stay valid. Lock members before.
 * @returns the verified number, E.164
 * @throws AppError VERIFICATION_REQUIRED for a token that is wrong, used, older than 15 minutes, or for another use
 */
export async function consumeVerificationToken(tx: Tx, token: string, use: TokenUse): Promise<string> {
  const phoneNumber = numberOf(await findVerified(tx, token, use))
  const hash = hashOf(token)
  const ended = await endVerifications(tx, phoneNumber)
  if (!ended.some((each) => each.equals(hash))) throw new AppError('VERIFICATION_REQUIRED')
  return phoneNumber
}

/** Like `consumeVerificationToken`, but the token stays valid. Rejects a call before its costly work. */
export async function checkVerificationToken(read: Reader, token: string, use: TokenUse): Promise<string> {
  return numberOf(await findVerified(read, token, use))
}

/** The number that a token proves; none for a token that is not valid. */
export const findVerified = (
  db: Reader,
  token: string,
  { provider, purpose }: TokenUse,
): Promise<{ phoneNumber: string }[]> =>
  db
    .select({ phoneNumber: verificationTokens.phoneNumber })
    .from(verificationTokens)
    .where(
      and(
        eq(verificationTokens.hash, hashOf(token)),
        eq(verificationTokens.provider, provider),
        or(isNull(verificationTokens.purpose), eq(verificationTokens.purpose, purpose)),
        gt(verificationTokens.expiresAt, sql`now()`),
      ),
    )

/** Ends the tokens and the codes of a number. @returns the hashes of the tokens */
export async function endVerifications(tx: Tx, phoneNumber: string): Promise<Buffer[]> {
  // The codes first, as in a check: after that no check of this number can issue a further token.
  deleteVerificationsOfNumber(tx, phoneNumber)
  // In one order, so that two transactions that use tokens of one number do not wait for each other.
  const ofNumber = tx
    .select({ hash: verificationTokens.hash })
    .from(verificationTokens)
    .where(eq(verificationTokens.phoneNumber, phoneNumber))
    .orderBy(verificationTokens.hash)
    .for('update')
  const ended = await tx
    .delete(verificationTokens)
    .where(inArray(verificationTokens.hash, ofNumber))
    .returning({ hash: verificationTokens.hash })
  return ended.map(({ hash }) => hash)
}

export async function deleteExpiredVerificationTokens(tx: Tx): Promise<void> {
  await tx.delete(verificationTokens).where(sql`${verificationTokens.expiresAt} < now()`)
}

function numberOf([row]: { phoneNumber: string }[]): string {
  if (!row) throw new AppError('VERIFICATION_REQUIRED')
  return row.phoneNumber
}
