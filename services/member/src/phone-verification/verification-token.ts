import { createHash, randomBytes } from 'node:crypto'
import { AppError, type Provider } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { and, eq, gt, sql } from 'drizzle-orm'
import { verificationTokens } from '../tables.ts'
import type { VerificationTarget } from './queries.ts'

/** Minutes that a token is valid (contract §5). */
const minutes = 15
/** 256 random bits cannot be guessed, so an unkeyed hash of them is enough. */
const tokenBytes = 32

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Issues a token that proves a verified number: once, within 15 minutes. */
export async function issueVerificationToken(tx: Tx, target: VerificationTarget): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const expiresAt = sql`now() + make_interval(mins => ${minutes}::int)`
  await tx.insert(verificationTokens).values({ ...target, hash: hashOf(token), expiresAt })
  return token
}

/**
 * Consumes a token, in the transaction that needs it: if the transaction fails, the token stays valid.
 * @returns the verified number, E.164
 * @throws AppError VERIFICATION_REQUIRED for a token that is wrong, used, older than 15 minutes, or of another provider
 */
export async function consumeVerificationToken(tx: Tx, token: string, provider: Provider): Promise<string> {
  return numberOf(await tx.delete(verificationTokens).where(valid(token, provider)).returning(columns))
}

/** As `consumeVerificationToken`, but the token stays valid. Refuses a call before its costly work. */
export async function checkVerificationToken(read: Reader, token: string, provider: Provider): Promise<string> {
  return numberOf(await read.select(columns).from(verificationTokens).where(valid(token, provider)))
}

export async function deleteExpiredVerificationTokens(tx: Tx): Promise<void> {
  await tx.delete(verificationTokens).where(sql`${verificationTokens.expiresAt} < now()`)
}

const columns = { phoneNumber: verificationTokens.phoneNumber }

const valid = (token: string, provider: Provider) =>
  and(
    eq(verificationTokens.hash, hashOf(token)),
    eq(verificationTokens.provider, provider),
    gt(verificationTokens.expiresAt, sql`now()`),
  )

function numberOf([row]: { phoneNumber: string }[]): string {
  if (!row) throw new AppError('VERIFICATION_REQUIRED')
  return row.phoneNumber
}
