import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, mostWebhookEndpoints, type WebhookSecret } from '@kingcar/contract'
import { auditEntry, withIdempotency } from '@kingcar/db'
import { lockAsOwner } from '../admin/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { personName } from '../person/person.ts'
import { webhookEndpoints } from '../tables.ts'
import { endpointUrl } from './endpoint-url.ts'
import { auditedEndpoint } from './queries.ts'
import { newWebhookSecret } from './secret.ts'

const op = contract.member.createWebhookEndpoint

/**
 * Registers an endpoint. Only the first response contains its secret: a repetition with the same idempotency key gets null.
 * @throws AppError WEBHOOK_ENDPOINT_LIMIT, VALIDATION_FAILED or FORBIDDEN
 */
export async function createWebhookEndpoint(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'secretBox' | 'webhookAddresses'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<WebhookSecret> {
  const name = personName(input.name)
  const url = endpointUrl(input.url, ctx.webhookAddresses)
  const secret = newWebhookSecret()
  return withIdempotency<WebhookSecret>(
    ctx.db,
    ctx.idempotencySecret,
    op,
    input,
    caller,
    async (tx) => {
      const createdBy = await lockAsOwner(tx, caller)
      if ((await tx.$count(webhookEndpoints)) >= mostWebhookEndpoints) throw new AppError('WEBHOOK_ENDPOINT_LIMIT')
      const { eventTypes } = input
      const added = { name, url, eventTypes, sealedSecret: ctx.secretBox.encrypt(secret), createdBy }
      const [row] = await tx.insert(webhookEndpoints).values(added).returning()
      if (!row) throw new Error('insert returned no row')
      const entry = { action: op.name, entity: 'webhookEndpoint', entityId: row.id, before: null }
      storeAuditEntry(tx, auditEntry(caller, { ...entry, after: auditedEndpoint(row) }))
      return { id: row.id, secret }
    },
    (result) => ({ ...result, secret: null }),
  )
}
