import type { Caller } from '@kingcar/bus'
import { type Admin, AppError, maskPhone } from '@kingcar/contract'
import { emit, type Reader, type Tx } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import { type AdminRow, admins } from '../tables.ts'
import { emitGrant, grantOf } from './rights.ts'

/** Frequent reads, prepared once. */
export const prepareAdmins = (read: Reader) => ({
  byEmail: read
    .select({ id: admins.id, email: admins.email, passwordHash: admins.passwordHash, disabled: admins.disabled })
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
 * Locks all enabled owners, so that the last two cannot be disabled or lose their role at the same time. Always in the same
 * order, so that two such calls cannot deadlock.
 * @returns their ids
 */
export async function lockEnabledOwners(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.role, 'owner'), eq(admins.disabled, false)))
    .orderBy(admins.id)
    .for('update')
  return rows.map(({ id }) => id)
}

/**
 * Locks all enabled owners, and returns the id of the caller, who must be one of them: the rights may have been
 * withdrawn after the gateway checked them. That withdrawal ended only the links that this owner had made until then.
 * @throws AppError FORBIDDEN
 */
export async function lockAsOwner(tx: Tx, { actor }: Pick<Caller, 'actor'>): Promise<string> {
  const owners = await lockEnabledOwners(tx)
  if (!actor || !owners.includes(actor.id)) throw new AppError('FORBIDDEN')
  return actor.id
}

/** Publishes the name of an administrator to other services, and the rights to gateways. */
export async function emitAdminChanged(tx: Tx, row: AdminRow): Promise<void> {
  await emit(tx, 'member.adminChanged', { adminId: row.id, name: row.name, version: row.version })
  await emitGrant(tx, grantOf(row))
}

export const toAdmin = (row: Omit<AdminRow, 'passwordHash' | 'version' | 'fieldVersions'>): Admin => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  storeIds: row.storeIds,
  disabled: row.disabled,
  secondFactor: row.secondFactor,
  alertPhone: row.alertPhone && maskPhone(row.alertPhone),
  createdAt: row.createdAt.toISOString(),
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
})
