import type { Caller } from '@kingcar/bus'
import {
  contract,
  type Input,
  mostReplayed,
  type Range,
  type ReplayedWebhooks,
  rangeOf,
  type WebhookEventType,
  webhooksWithDeadline,
} from '@kingcar/contract'
import { auditEntry, inRange, type Tx, withIdempotency } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { webhookDeliveries, webhookEvents } from '../tables.ts'
import { lockEndpoint } from './queries.ts'

const op = contract.member.replayWebhookDeliveries

/**
 * Sends the stored events of a time range again to an endpoint that has chosen their types, the oldest first.
 * @throws AppError WEBHOOK_ENDPOINT_NOT_FOUND, VALIDATION_FAILED
 */
export async function replayWebhookDeliveries(
  { db, idempotencySecret, webhooks }: Pick<Ctx, 'db' | 'idempotencySecret' | 'webhooks'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<ReplayedWebhooks> {
  const { id, from, to } = input
  const range = rangeOf({ from, to })
  const replayed = await withIdempotency(db, idempotencySecret, op, input, caller, async (tx) => {
    const { eventTypes } = await lockEndpoint(tx, id)
    const result = await enqueueAgain(tx, id, eventTypes, range)
    const after = { from, to, deliveries: result.deliveries }
    storeAuditEntry(
      tx,
      auditEntry(caller, { action: op.name, entity: 'webhookEndpoint', entityId: id, before: null, after }),
    )
    return result
  })
  webhooks.kick()
  return replayed
}

/** Makes deliveries wait, as if they were new. A delivery that is already waiting stays as it is. */
async function enqueueAgain(
  tx: Tx,
  endpointId: string,
  eventTypes: readonly WebhookEventType[],
  range: Range,
): Promise<ReplayedWebhooks> {
  const types = eventTypes.filter((type) => !webhooksWithDeadline.includes(type))
  const isChosen = sql`body is not null and type in (select jsonb_array_elements_text(${JSON.stringify(types)}::text::jsonb))`
  const found = await tx.execute<{ createdAt: Date }>(sql`
    select created_at as "createdAt" from ${webhookEvents}
    where ${inRange(webhookEvents.createdAt, range)} and ${isChosen}
    order by created_at, id offset ${mostReplayed} limit 1`)
  const [further] = found
  const enqueued = await tx.execute<{ id: string }>(sql`
    insert into ${webhookDeliveries} as d (endpoint_id, event_id, key)
    select ${endpointId}, id, key from ${webhookEvents}
    where ${inRange(webhookEvents.createdAt, range)} and ${isChosen}
    order by created_at, id limit ${mostReplayed}
    on conflict (endpoint_id, event_id) do update set state = 'waiting', attempts = 0, run_at = now(), ended_at = null
    where d.state <> 'waiting' returning d.event_id as id`)
  return { deliveries: enqueued.length, next: further ? new Date(further.createdAt).toISOString() : null }
}
