import type { Caller } from '@kingcar/bus'
import { contract, type Input, type WebhookTryResult, webhookTestType } from '@kingcar/contract'
import { auditEntry, uuidv7 } from '@kingcar/db'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { lockEndpoint } from './queries.ts'
import { sendWebhook } from './send.ts'
import { requestOf } from './worker.ts'

const op = contract.member.testWebhookEndpoint

/**
 * Sends a test event to an endpoint, also to a disabled one, and returns the outcome. It is not tried again.
 * @throws AppError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function testWebhookEndpoint(
  ctx: Pick<Ctx, 'db' | 'secretBox' | 'webhookAddresses' | 'resolveName'>,
  { id }: Input<typeof op>,
  caller: Caller,
): Promise<WebhookTryResult> {
  const endpoint = await ctx.db.transaction(async (tx) => {
    const found = await lockEndpoint(tx, id)
    const entry = {
      action: op.name,
      entity: 'webhookEndpoint',
      entityId: id,
      before: null,
      after: { name: found.name },
    }
    storeAuditEntry(tx, auditEntry(caller, entry))
    return found
  })
  const at = new Date().toISOString()
  const body = JSON.stringify({ type: webhookTestType, timestamp: at, data: { endpointId: id } })
  return sendWebhook(
    requestOf(ctx, endpoint, { eventId: uuidv7(), body, expiresAt: null }),
    ctx.webhookAddresses,
    ctx.resolveName,
  )
}
