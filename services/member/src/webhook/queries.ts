import { AppError, type WebhookEndpoint } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { admins, type WebhookEndpointRow, webhookDeliveries, webhookEndpoints } from '../tables.ts'

/**
 * Locks an endpoint until the transaction ends.
 * @throws AppError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function lockEndpoint(tx: Tx, id: string): Promise<WebhookEndpointRow> {
  const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update')
  if (!row) throw new AppError('WEBHOOK_ENDPOINT_NOT_FOUND')
  return row
}

/** The columns of an endpoint as administrators see it: without secrets. */
export const columns = {
  id: webhookEndpoints.id,
  name: webhookEndpoints.name,
  url: webhookEndpoints.url,
  eventTypes: webhookEndpoints.eventTypes,
  disabledAt: webhookEndpoints.disabledAt,
  disabledReason: webhookEndpoints.disabledReason,
  failingSince: webhookEndpoints.failingSince,
  createdAt: webhookEndpoints.createdAt,
  rotatedAt: webhookEndpoints.rotatedAt,
  overlapUntil: webhookEndpoints.overlapUntil,
  version: webhookEndpoints.version,
  createdBy: sql<string>`(select a.name from ${admins} a where a.id = ${webhookEndpoints}.created_by)`,
  waiting: sql<number>`(
    select count(*)::integer from ${webhookDeliveries} d where d.endpoint_id = ${webhookEndpoints}.id and d.state = 'waiting'
  )`,
}
type Listed = Omit<WebhookEndpointRow, 'sealedSecret' | 'sealedPrevious' | 'createdBy'> & {
  createdBy: string
  waiting: number
}

export const toEndpoint = (row: Pick<Listed, keyof typeof columns>): WebhookEndpoint => ({
  ...row,
  enabled: row.disabledAt === null,
  disabledAt: row.disabledAt?.toISOString() ?? null,
  failingSince: row.failingSince?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  rotatedAt: row.rotatedAt?.toISOString() ?? null,
  overlapUntil: row.overlapUntil?.toISOString() ?? null,
})

/**
 * The fields of an endpoint in the audit log: without the query of its URL, which can contain a secret of the partner.
 */
export const auditedEndpoint = ({
  name,
  url,
  eventTypes,
  disabledAt,
}: Pick<WebhookEndpointRow, 'name' | 'url' | 'eventTypes' | 'disabledAt'>) => ({
  name,
  url: url.replace(/\?.*$/s, '?…'),
  eventTypes,
  enabled: disabledAt === null,
})
