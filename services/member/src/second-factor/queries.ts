import type { Reader, Tx } from '@kingcar/db'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { passkeys, recoveryCodes, type TotpRow, totpSecrets } from '../tables.ts'
import { hashOfRecoveryCode, normalisedCode } from './recovery-codes.ts'

/** Minutes after the beginning of its set-up in which an app can be confirmed. */
export const setUpMinutes = 30

/** The authenticator app of an administrator. A caller that changes it has locked the account. */
export async function findTotp(tx: Reader | Tx, adminId: string): Promise<TotpRow | undefined> {
  const [row] = await tx.select().from(totpSecrets).where(eq(totpSecrets.adminId, adminId))
  return row
}

/** Stores the secret of an app that no code has confirmed, instead of an earlier one. */
export async function storeTotp(tx: Tx, adminId: string, sealedSecret: string, createdAt: Date): Promise<void> {
  const begun = { sealedSecret, createdAt }
  await tx
    .insert(totpSecrets)
    .values({ adminId, ...begun })
    .onConflictDoUpdate({ target: totpSecrets.adminId, set: begun })
}

/** Stores the time step of the last accepted code. */
export async function updateTotp(tx: Tx, adminId: string, change: { lastStep: number; confirmedAt?: Date }) {
  await tx.update(totpSecrets).set(change).where(eq(totpSecrets.adminId, adminId))
}

/** Stores recovery codes as hashes, instead of earlier ones. */
export async function storeRecoveryCodes(tx: Tx, adminId: string, codes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId))
  const rows = codes.map((code) => ({ adminId, hash: hashOfRecoveryCode(normalisedCode(code)) }))
  await tx.insert(recoveryCodes).values(rows)
}

const isCode = (adminId: string, hash: Buffer) => and(eq(recoveryCodes.adminId, adminId), eq(recoveryCodes.hash, hash))

export const hasRecoveryCode = async (tx: Tx, adminId: string, hash: Buffer): Promise<boolean> =>
  (await tx.$count(recoveryCodes, isCode(adminId, hash))) > 0

export async function deleteRecoveryCode(tx: Tx, adminId: string, hash: Buffer): Promise<void> {
  await tx.delete(recoveryCodes).where(isCode(adminId, hash))
}

export const countRecoveryCodes = (read: Reader | Tx, adminId: string): Promise<number> =>
  read.$count(recoveryCodes, eq(recoveryCodes.adminId, adminId))

export const hasPasskey = async (tx: Tx, adminId: string): Promise<boolean> =>
  (await tx.$count(passkeys, eq(passkeys.adminId, adminId))) > 0

/** Deletes apps whose set-up was begun and not confirmed in time. */
export async function deleteUnconfirmedTotps(tx: Tx): Promise<void> {
  const isOld = sql`${totpSecrets.createdAt} < now() - make_interval(mins => ${setUpMinutes})`
  await tx.delete(totpSecrets).where(and(isNull(totpSecrets.confirmedAt), isOld))
}

/** Deletes the authenticator app, the passkeys and the recovery codes of an administrator. */
export async function deleteFactors(tx: Tx, adminId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId))
  await tx.delete(passkeys).where(eq(passkeys.adminId, adminId))
  await deleteApp(tx, adminId)
}

export async function deleteApp(tx: Tx, adminId: string): Promise<void> {
  await tx.delete(totpSecrets).where(eq(totpSecrets.adminId, adminId))
}

export const listTotpSecrets = (read: Reader) =>
  read.select({ adminId: totpSecrets.adminId, sealedSecret: totpSecrets.sealedSecret }).from(totpSecrets)

/** Replaces an encrypted secret unless it has changed since it was read. */
export async function replaceTotpSecret(tx: Tx, adminId: string, before: string, after: string): Promise<void> {
  await tx
    .update(totpSecrets)
    .set({ sealedSecret: after })
    .where(and(eq(totpSecrets.adminId, adminId), eq(totpSecrets.sealedSecret, before)))
}
