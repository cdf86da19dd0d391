import { type AdminGrant, AppError } from '@kingcar/contract'
import { emit, type Tx } from '@kingcar/db'
import { and, eq, isNull } from 'drizzle-orm'
import { emitGrant } from '../admin/rights.ts'
import { type ApiKeyRow, apiKeys } from '../tables.ts'

/** True for a key that was not deleted. */
export const isKept = isNull(apiKeys.deletedAt)

/**
 * Locks a key until the transaction ends.
 * @throws AppError API_KEY_NOT_FOUND
 */
export async function lockApiKey(tx: Tx, id: string): Promise<ApiKeyRow> {
  const [row] = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isKept))
    .for('update')
  if (!row) throw new AppError('API_KEY_NOT_FOUND')
  return row
}

/** Publishes the name of a key to other services, and its rights and secrets to gateways. */
export async function emitApiKeyChanged(tx: Tx, row: ApiKeyRow): Promise<void> {
  await emit(tx, 'member.adminChanged', { adminId: row.id, name: row.name, version: row.version })
  await emitGrant(tx, grantOfKey(row))
}

/** The rights of a key for gateways: without secrets if it was deleted. */
export const grantOfKey = (row: ApiKeyRow): AdminGrant => ({
  adminId: row.id,
  adminRole: 'staff', // the role with the fewest rights, for code that ignores `permissions`
  storeIds: row.storeIds,
  version: row.version,
  permissions: row.deletedAt ? [] : row.permissions,
  secrets: row.deletedAt ? [] : secretsOf(row),
})

function secretsOf({ secretHash, previousHash, overlapUntil, expiresAt }: ApiKeyRow) {
  const until = expiresAt.getTime()
  const secret = { hash: secretHash.toString('base64url'), until }
  if (!previousHash || !overlapUntil) return [secret]
  return [secret, { hash: previousHash.toString('base64url'), until: Math.min(until, overlapUntil.getTime()) }]
}

/** The fields of a key in the audit log. */
export const auditedKey = ({ name, permissions, storeIds, expiresAt }: ApiKeyRow) => ({
  name,
  permissions,
  storeIds,
  expiresAt: expiresAt.toISOString(),
})
