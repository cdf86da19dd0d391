import type { Admin } from '@kingcar/contract'
import { emit, type Reader, type Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { type AdminRow, admins } from '../tables.ts'

/** Frequent reads, prepared once. */
export const prepareAdmins = (read: Reader) => ({
  byEmail: read
    .select({ id: admins.id, passwordHash: admins.passwordHash })
    .from(admins)
    .where(eq(sql`lower(${admins.email})`, sql`lower(${sql.placeholder('email')})`))
    .prepare('admin_by_email'),
  byId: read
    .select({ email: admins.email, name: admins.name, passwordHash: admins.passwordHash })
    .from(admins)
    .where(eq(admins.id, sql.placeholder('id')))
    .prepare('admin_by_id'),
})
export type AdminQueries = ReturnType<typeof prepareAdmins>

/** Locks the account until the transaction ends. */
export async function lockAdmin(tx: Tx, id: string): Promise<AdminRow | undefined> {
  const [row] = await tx.select().from(admins).where(eq(admins.id, id)).for('update')
  return row
}

/**
 * Locks all enabled accounts, so that the last two cannot be disabled at the same time. Always in the same order, so
 * that two such calls cannot deadlock.
 * @returns their ids
 */
export async function lockEnabledAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(eq(admins.disabled, false))
    .orderBy(admins.id)
    .for('update')
  return rows.map(({ id }) => id)
}

export const emitAdminChanged = (tx: Tx, { id, name, version }: Pick<AdminRow, 'id' | 'name' | 'version'>) =>
  emit(tx, 'member.adminChanged', { adminId: id, name, version })

export const toAdmin = (row: Omit<AdminRow, 'passwordHash' | 'version' | 'fieldVersions'>): Admin => ({
  id: row.id,
  email: row.email,
  name: row.name,
  disabled: row.disabled,
  createdAt: row.createdAt.toISOString(),
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
})
