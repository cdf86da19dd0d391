import { type CodePurpose, type Provider, providers } from '@kingcar/contract'
import { type Reader, sendInOrder, type Tx } from '@kingcar/db'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { phoneCodes, phoneVerifications } from '../tables.ts'
import type { SentCode } from './code.ts'

/** A verification proves a number (E.164) for one provider. */
export type VerificationTarget = { provider: Provider; phoneNumber: string }

/** The purpose of a code; null if it is valid for each purpose. */
type Purposed = { purpose: CodePurpose | null }

/**
 * Starts a verification. Its code becomes the latest of the number, which is checked for a caller without the id.
 * @param adminId the administrator who requests it
 * @returns its id
 */
export async function startVerification(
  tx: Tx,
  { purpose, adminId, ...target }: VerificationTarget & Purposed & { adminId: string | undefined },
  expiresAt: Date,
): Promise<string> {
  const [row] = await tx
    .insert(phoneVerifications)
    .values({ ...target, purpose, expiresAt })
    .onConflictDoUpdate({
      target: [phoneVerifications.provider, phoneVerifications.phoneNumber],
      set: { id: sql`excluded.id`, wrongTries: 0, purpose, expiresAt },
    })
    .returning({ id: phoneVerifications.id })
  if (!row) throw new Error('upsert returned no row')
  if (adminId) await tx.update(phoneCodes).set({ adminId }).where(eq(phoneCodes.id, row.id))
  return row.id
}

/**
 * Locks a code until the transaction ends, so that tries of the number are decided one after the other.
 * @param id of the verification; without it the latest code of the number, whose tries are counted separately
 */
export async function lockVerification(
  tx: Tx,
  { provider, phoneNumber }: VerificationTarget,
  id: string | undefined,
): Promise<(SentCode & Purposed & { id: string }) | undefined> {
  const columnsOf = (table: typeof phoneVerifications | typeof phoneCodes) => ({
    id: table.id,
    purpose: table.purpose,
    wrongTries: table.wrongTries,
    secondsLeft: sql`extract(epoch from ${table.expiresAt} - clock_timestamp())`.mapWith(Number),
  })
  const [latest] = await tx
    .select(columnsOf(phoneVerifications))
    .from(phoneVerifications)
    .where(and(eq(phoneVerifications.provider, provider), eq(phoneVerifications.phoneNumber, phoneNumber)))
    .for('update')
  if (id === undefined) return latest
  const isOfTarget = and(eq(phoneCodes.provider, provider), eq(phoneCodes.phoneNumber, phoneNumber))
  const [named] = await tx
    .select(columnsOf(phoneCodes))
    .from(phoneCodes)
    .where(and(eq(phoneCodes.id, id), isOfTarget))
    .for('update')
  return named
}

/** The number that a code has to be sent to, and its purpose; undefined if it was used or has expired. */
export async function findRecipient(
  read: Reader,
  verificationId: string,
): Promise<(Purposed & { phoneNumber: string }) | undefined> {
  const [row] = await read
    .select({ phoneNumber: phoneCodes.phoneNumber, purpose: phoneCodes.purpose })
    .from(phoneCodes)
    .where(and(eq(phoneCodes.id, verificationId), gt(phoneCodes.expiresAt, sql`clock_timestamp()`)))
  return row
}

/** @param isNamed whether the caller has named the id */
export async function countWrongTry(tx: Tx, id: string, isNamed: boolean): Promise<void> {
  const ofId = eq(phoneVerifications.id, id)
  if (isNamed)
    await tx
      .update(phoneCodes)
      .set({ wrongTries: sql`${phoneCodes.wrongTries} + 1` })
      .where(eq(phoneCodes.id, id))
  else
    await tx
      .update(phoneVerifications)
      .set({ wrongTries: sql`${phoneVerifications.wrongTries} + 1` })
      .where(ofId)
}

/**
 * Uses a locked code up.
 * @returns the administrator who requested it; undefined if the code was used before
 */
export async function deleteVerification(tx: Tx, id: string): Promise<{ adminId: string | null } | undefined> {
  const [used] = await tx.delete(phoneCodes).where(eq(phoneCodes.id, id)).returning({ adminId: phoneCodes.adminId })
  await tx.delete(phoneVerifications).where(eq(phoneVerifications.id, id))
  return used
}

/** Deletes the verifications of a number, whose codes are void then. Does not wait. */
export function deleteVerificationsOfNumber(tx: Tx, phoneNumber: string): void {
  const ofNumber = eq(phoneVerifications.phoneNumber, phoneNumber)
  sendInOrder(
    tx,
    tx.delete(phoneVerifications).where(and(inArray(phoneVerifications.provider, [...providers]), ofNumber)),
  )
  sendInOrder(tx, tx.delete(phoneCodes).where(eq(phoneCodes.phoneNumber, phoneNumber)))
}

/** Deletes verifications a day after they expired. Until then a late try gets CODE_EXPIRED. */
export async function deleteExpiredVerifications(tx: Tx): Promise<void> {
  for (const table of [phoneVerifications, phoneCodes])
    await tx.delete(table).where(sql`${table.expiresAt} < now() - interval '1 day'`)
}
