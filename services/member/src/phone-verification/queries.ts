import { type Provider, providers } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { phoneVerifications } from '../tables.ts'
import type { SentCode } from './code.ts'

/** A verification proves a number (E.164) for one provider. */
export type VerificationTarget = { provider: Provider; phoneNumber: string }

/** Starts the verification again: the previous code is void. @returns the new id */
export async function startVerification(tx: Tx, target: VerificationTarget, expiresAt: Date): Promise<string> {
  const [row] = await tx
    .insert(phoneVerifications)
    .values({ ...target, expiresAt })
    .onConflictDoUpdate({
      target: [phoneVerifications.provider, phoneVerifications.phoneNumber],
      set: { id: sql`excluded.id`, wrongTries: 0, expiresAt },
    })
    .returning({ id: phoneVerifications.id })
  if (!row) throw new Error('upsert returned no row')
  return row.id
}

/** Locks the verification until the transaction ends, so that its tries are decided one after the other. */
export async function lockVerification(
  tx: Tx,
  { provider, phoneNumber }: VerificationTarget,
): Promise<(SentCode & { id: string }) | undefined> {
  const [row] = await tx
    .select({
      id: phoneVerifications.id,
      wrongTries: phoneVerifications.wrongTries,
      secondsLeft: sql`extract(epoch from ${phoneVerifications.expiresAt} - clock_timestamp())`.mapWith(Number),
    })
    .from(phoneVerifications)
    .where(and(eq(phoneVerifications.provider, provider), eq(phoneVerifications.phoneNumber, phoneNumber)))
    .for('update')
  return row
}

/** The number that a code has to be sent to; undefined if the code was used or replaced, or has expired. */
export async function findRecipient(read: Reader, verificationId: string): Promise<string | undefined> {
  const [row] = await read
    .select({ phoneNumber: phoneVerifications.phoneNumber })
    .from(phoneVerifications)
    .where(and(eq(phoneVerifications.id, verificationId), gt(phoneVerifications.expiresAt, sql`clock_timestamp()`)))
  return row?.phoneNumber
}

export async function countWrongTry(tx: Tx, id: string): Promise<void> {
  await tx
    .update(phoneVerifications)
    .set({ wrongTries: sql`${phoneVerifications.wrongTries} + 1` })
    .where(eq(phoneVerifications.id, id))
}

export async function deleteVerification(tx: Tx, id: string): Promise<void> {
  await tx.delete(phoneVerifications).where(eq(phoneVerifications.id, id))
}

/** Deletes the verifications of a number. Tokens that were issued for it stay, for their 15 minutes. */
export async function deleteVerificationsOfNumber(tx: Tx, phoneNumber: string): Promise<void> {
  const ofNumber = eq(phoneVerifications.phoneNumber, phoneNumber)
  await tx.delete(phoneVerifications).where(and(inArray(phoneVerifications.provider, [...providers]), ofNumber))
}

/** Deletes verifications a day after they expired. Until then a late try gets CODE_EXPIRED. */
export async function deleteExpiredVerifications(tx: Tx): Promise<void> {
  await tx.delete(phoneVerifications).where(sql`${phoneVerifications.expiresAt} < now() - interval '1 day'`)
}
