import type { Caller } from '@kingcar/bus'
import { contract, type Input } from '@kingcar/contract'
import { assertUnchanged, auditEntry } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { webhookEndpoints } from '../tables.ts'
import { auditedEndpoint, lockEndpoint } from './queries.ts'

const op = contract.member.deleteWebhookEndpoint

/**
 * Deletes an endpoint. Its deliveries are not sent any more; a job deletes them.
 * @throws AppError WEBHOOK_ENDPOINT_NOT_FOUND, CHANGED_SINCE
 */
export function deleteWebhookEndpoint({ db }: Pick<Ctx, 'db'>, { id }: Input<typeof op>, caller: Caller) {
  return db.transaction(async (tx) => {
    const found = await lockEndpoint(tx, id)
    assertUnchanged(caller.ifMatch, found)
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id))
    const entry = {
      action: op.name,
      entity: 'webhookEndpoint',
      entityId: id,
      before: auditedEndpoint(found),
      after: null,
    }
    storeAuditEntry(tx, auditEntry(caller, entry))
    return { result: null, version: found.version }
  })
}
