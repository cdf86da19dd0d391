import { AppError, type contract, type Input, type PageOf, type WebhookDelivery } from '@kingcar/contract'
import { page, sliced } from '@kingcar/db'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents, webhookTries } from '../tables.ts'

const sortable = { id: webhookDeliveries.id, createdAt: webhookDeliveries.createdAt }
/** Number of tries that a delivery shows: all of three days, and some more in case leases ended before their tries. */
const mostTries = 20

/**
 * Lists the deliveries of an endpoint with their tries; by default the newest first.
 * @throws AppError WEBHOOK_ENDPOINT_NOT_FOUND, SEARCH_TOO_WIDE
 */
export async function listWebhookDeliveries(
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.listWebhookDeliveries>,
): Promise<PageOf<WebhookDelivery>> {
  const { id, state } = input
  if ((await db.read.$count(webhookEndpoints, eq(webhookEndpoints.id, id))) === 0)
    throw new AppError('WEBHOOK_ENDPOINT_NOT_FOUND')
  const selected = and(
    eq(webhookDeliveries.endpointId, id),
    state === undefined ? undefined : eq(webhookDeliveries.state, state),
  )
  return page(
    input,
    sortable,
    'createdAt,desc',
    async (slice) => {
      const rows = await sliced(
        db.search
          .select({ delivery: webhookDeliveries, type: webhookEvents.type })
          .from(webhookDeliveries)
          .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
          .where(selected),
        slice,
      )
      const tries = await triesOf(
        db.read,
        rows.map(({ delivery }) => delivery.id),
      )
      return rows.map(({ delivery, type }) => ({
        ...{ eventId: delivery.eventId, type, key: delivery.key, state: delivery.state },
        createdAt: delivery.createdAt.toISOString(),
        endedAt: delivery.endedAt?.toISOString() ?? null,
        nextTryAt: delivery.state === 'waiting' ? delivery.runAt.toISOString() : null,
        tries: (tries.get(delivery.id) ?? []).slice(0, mostTries),
      }))
    },
    () => db.search.$count(webhookDeliveries, selected),
  )
}

async function triesOf(
  read: Ctx['db']['read'],
  deliveries: readonly number[],
): Promise<Map<number, WebhookDelivery['tries']>> {
  const rows = await read
    .select()
    .from(webhookTries)
    .where(inArray(webhookTries.deliveryId, [...deliveries]))
    .orderBy(sql`${webhookTries.id} desc`)
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId)
  return new Map(
    [...byDelivery].map(([id, found]) => [
      id,
      found.map(({ at, status, error, response, milliseconds }) => ({
        ...{ at: at.toISOString(), status, error, response, milliseconds },
      })),
    ]),
  )
}
