import type { WebhookEventType } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { idOfText } from '../crypto/id-of-text.ts'
import { formerMembers, webhookDeliveries, webhookEndpoints, webhookEvents } from '../tables.ts'
import type { WebhookFact } from './webhook.ts'

/**
 * Stores events whose type an endpoint has chosen, each once even if it is reported several times, with a delivery for
 * each enabled endpoint. A disabled endpoint can have the events replayed later.
 */
export async function storeWebhookEvents(
  { db, webhooks }: Pick<Ctx, 'db' | 'webhooks'>,
  facts: readonly WebhookFact[],
): Promise<void> {
  if (facts.length === 0) return
  const wanted = await listWantedTypes(db.read)
  const chosen = facts.filter(({ type }) => wanted.has(type))
  if (chosen.length === 0) return
  await db.transaction((tx) => insertEvents(tx, chosen.map(eventOf)))
  webhooks.kick()
}

/** `storeWebhookEvents` in the caller's transaction; kick the worker after its commit. */
export async function insertWebhookFacts(tx: Tx, facts: readonly WebhookFact[]): Promise<void> {
  if (facts.length === 0) return
  const wanted = await listWantedTypes(tx)
  const chosen = facts.filter(({ type }) => wanted.has(type))
  if (chosen.length > 0) await insertEvents(tx, chosen.map(eventOf))
}

/** The types that any endpoint has chosen. */
export async function listWantedTypes(read: Pick<Reader, 'execute'>): Promise<ReadonlySet<WebhookEventType>> {
  const rows = await read.execute<{ type: WebhookEventType }>(
    sql`select distinct unnest(event_types) as type from ${webhookEndpoints}`,
  )
  return new Set(rows.map(({ type }) => type))
}

const eventOf = (
  { type, key, distinction, at, data, memberId = null, expiresAt = null }: WebhookFact,
  place: number,
) => ({
  ...{ id: idOfText(`${type} ${key} ${distinction}`), type, key, place }, // the `webhook-id`, by which partners detect doubles
  body: JSON.stringify({ type, timestamp: at ?? new Date().toISOString(), data }),
  ...{ expiresAt, hasPlate: 'carNumber' in data },
  memberId: type === 'member.left' || !('memberId' in data) ? memberId : data.memberId, // the event that a member has left is not erased
})

async function insertEvents(tx: Tx, events: readonly ReturnType<typeof eventOf>[]): Promise<void> {
  const incoming = sql`jsonb_to_recordset(${JSON.stringify(events)}::text::jsonb)
    as i (id uuid, type text, key text, body text, "hasPlate" boolean, "memberId" uuid, "expiresAt" timestamptz, place integer)`
  // A late report must not store the plate of a former member: the stored events of the member are already erased.
  await tx.execute(sql`
    insert into ${webhookEvents} (id, type, key, body, member_id)
    select id, type, key, body, "memberId" from ${incoming}
    where not ("hasPlate" and exists (select from ${formerMembers} f where f.id = "memberId"))
    order by id on conflict do nothing`)
  await tx.execute(sql`
    insert into ${webhookDeliveries} (endpoint_id, event_id, key, expires_at)
    select e.id, i.id, i.key, i."expiresAt" from ${incoming} join ${webhookEndpoints} e on i.type = any(e.event_types)
    join ${webhookEvents} stored on stored.id = i.id
    where e.disabled_at is null and stored.body is not null order by i.place, e.id on conflict do nothing`)
}
