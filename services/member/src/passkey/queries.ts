import type { Passkey } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import { type PasskeyRow, passkeys } from '../tables.ts'

/** The passkeys of an administrator, the oldest first. */
export const listPasskeys = (read: Reader | Tx, adminId: string): Promise<PasskeyRow[]> =>
  read.select().from(passkeys).where(eq(passkeys.adminId, adminId)).orderBy(passkeys.createdAt, passkeys.id)

export async function findPasskey(read: Reader | Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await read.select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
  return row
}

type NewPasskey = Omit<PasskeyRow, 'id' | 'lastUsedAt'>

/** @returns false if the passkey belongs to an account already */
export async function insertPasskey(tx: Tx, row: NewPasskey): Promise<boolean> {
  const inserted = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })
  return inserted.length > 0
}

export async function passkeyUsed(tx: Tx, id: string, use: { counter: number; lastUsedAt: Date }): Promise<void> {
  await tx.update(passkeys).set(use).where(eq(passkeys.id, id))
}

export async function renamePasskey(tx: Tx, id: string, name: string): Promise<void> {
  await tx.update(passkeys).set({ name }).where(eq(passkeys.id, id))
}

/** Deletes a passkey of an administrator. @returns false if the account has none with this id */
export async function deletePasskeyOf(tx: Tx, adminId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.adminId, adminId)))
    .returning({ id: passkeys.id })
  return deleted.length > 0
}

/** A passkey as its administrator sees it. */
export const toPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  ...{ id, name, createdAt: createdAt.toISOString() },
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
