import type { Caller, Versioned } from '@kingcar/bus'
import { contract, type Input, type WebhookEndpoint } from '@kingcar/contract'
import { assertUnchanged, auditEntry, difference, nextVersion, type Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { personName } from '../person/person.ts'
import { webhookEndpoints } from '../tables.ts'
import { resumeDeliveries } from './deliveries.ts'
import { endpointUrl } from './endpoint-url.ts'
import { auditedEndpoint, columns, lockEndpoint, toEndpoint } from './queries.ts'

const op = contract.member.updateWebhookEndpoint

/**
 * Changes, disables or enables an endpoint.
 * @throws AppError WEBHOOK_ENDPOINT_NOT_FOUND, CHANGED_SINCE, VALIDATION_FAILED
 */
export function updateWebhookEndpoint(
  { db, now, webhookAddresses }: Pick<Ctx, 'db' | 'now' | 'webhookAddresses'>,
  { id, name, url, eventTypes, enabled }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<WebhookEndpoint>> {
  const patch = {
    ...(name !== undefined && { name: personName(name) }),
    ...(url !== undefined && { url: endpointUrl(url, webhookAddresses) }),
    ...(eventTypes !== undefined && { eventTypes }),
    ...(enabled !== undefined && { enabled }),
  }
  return db.transaction(async (tx) => {
    const found = await lockEndpoint(tx, id)
    assertUnchanged(caller.ifMatch, found)
    const changed = difference({ ...found, enabled: found.disabledAt === null }, patch)
    if (!changed) return { result: await described(tx, id), version: found.version }
    const { enabled: isEnabled, ...fields } = changed.after
    const next = nextVersion(found, Object.keys(changed.after))
    const state = isEnabled === undefined ? {} : isEnabled ? enabledAgain : disabledBy(now())
    await tx
      .update(webhookEndpoints)
      .set({ ...fields, ...state, ...next })
      .where(eq(webhookEndpoints.id, id))
    if (isEnabled) await resumeDeliveries(tx, id, sql`0`)
    const entry = { action: op.name, entity: 'webhookEndpoint', entityId: id }
    const audited = difference(auditedEndpoint(found), auditedEndpoint({ ...found, ...fields, ...state }))
    storeAuditEntry(tx, auditEntry(caller, { ...entry, before: audited?.before, after: audited?.after }))
    return { result: await described(tx, id), version: next.version }
  })
}

const enabledAgain = { disabledAt: null, disabledReason: null, failures: 0, failingSince: null, runAt: sql`now()` }
const disabledBy = (disabledAt: Date) => ({ disabledAt, disabledReason: 'admin' as const })

async function described(tx: Tx, id: string): Promise<WebhookEndpoint> {
  const [row] = await tx.select(columns).from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  if (!row) throw new Error('locked row not found')
  return toEndpoint(row)
}
