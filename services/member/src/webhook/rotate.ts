import type { Caller } from '@kingcar/bus'
import { contract, type Input, type WebhookSecret } from '@kingcar/contract'
import { auditEntry, withIdempotency } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { lockAsOwner } from '../admin/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { webhookEndpoints } from '../tables.ts'
import { lockEndpoint } from './queries.ts'
import { newWebhookSecret } from './secret.ts'

const op = contract.member.rotateWebhookSecret
const hour = 3_600_000

/**
 * Replaces the secret of an endpoint. For some hours requests are signed with the previous secret, too.
 * @throws AppError WEBHOOK_ENDPOINT_NOT_FOUND or FORBIDDEN
 */
export function rotateWebhookSecret(
  { db, idempotencySecret, now, secretBox }: Pick<Ctx, 'db' | 'idempotencySecret' | 'now' | 'secretBox'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<WebhookSecret> {
  const secret = newWebhookSecret()
  return withIdempotency<WebhookSecret>(
    db,
    idempotencySecret,
    op,
    input,
    caller,
    async (tx) => {
      await lockAsOwner(tx, caller)
      const { id, sealedSecret } = await lockEndpoint(tx, input.id)
      const { overlapHours = 24 } = input
      const overlaps = overlapHours > 0
      const changed = {
        sealedSecret: secretBox.encrypt(secret),
        sealedPrevious: overlaps ? sealedSecret : null,
        overlapUntil: overlaps ? new Date(now().getTime() + overlapHours * hour) : null,
        rotatedAt: now(),
      }
      await tx.update(webhookEndpoints).set(changed).where(eq(webhookEndpoints.id, id))
      const entry = { action: op.name, entity: 'webhookEndpoint', entityId: id, before: null, after: { overlapHours } }
      storeAuditEntry(tx, auditEntry(caller, entry))
      return { id, secret }
    },
    (result) => ({ ...result, secret: null }),
  )
}
