import type { Caller } from '@kingcar/bus'
import {
  type AttentionKind,
  type AttentionPart,
  type AttentionPartItem,
  attentionExamples,
  fitStores,
  seesAttention,
} from '@kingcar/contract'
import { ofStores, type Reader } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { isOnline } from '../screen/queries.ts'
import { screens, webhookEndpoints } from '../tables.ts'

/** Time since which a screen is offline; for a screen that was never online, its creation. */
const since = sql<Date>`coalesce(${screens.lastSeenAt}, ${screens.createdAt})`.mapWith(screens.createdAt)

/** The wall screens that are offline, by store, and the endpoints for webhooks that failed for too long. */
export async function getAttention(
  { db }: Pick<Ctx, 'db'>,
  _input: object,
  { actor, stores }: Caller,
): Promise<AttentionPart> {
  const seesWebhooks = seesAttention('disabledWebhooks', actor)
  const [screens, webhooks] = await Promise.all([
    offlineScreens(db.read, stores),
    seesWebhooks ? disabledWebhooks(db.read) : [],
  ])
  return { ...screens, items: [...screens.items, ...webhooks] }
}

async function offlineScreens(read: Reader, stores: Caller['stores']): Promise<AttentionPart> {
  const { id, name, storeId } = screens
  const offline = await read
    .select({ id, name, storeId, since })
    .from(screens)
    .where(and(sql`not (${isOnline})`, ofStores(storeId, stores)))
    .orderBy(since)
  const byStore = Map.groupBy(offline, (screen) => screen.storeId)
  return fitStores(
    [...byStore].map(([store, found]) => ({
      item: itemOf('offlineScreens', store, found),
      latest: found.at(-1)?.since.toISOString() ?? null,
    })),
  )
}

async function disabledWebhooks(read: Reader): Promise<AttentionPartItem[]> {
  const { id, name, disabledAt, disabledReason } = webhookEndpoints
  const rows = await read
    .select({ id, name, since: disabledAt })
    .from(webhookEndpoints)
    .where(eq(disabledReason, 'failing'))
    .orderBy(disabledAt)
  const found = rows.map((row) => ({ ...row, storeId: null }))
  return found.length === 0 ? [] : [itemOf('disabledWebhooks', null, found)]
}

type Found = { id: string; name: string; storeId: string | null; since: Date | null }

/** @param found the oldest first */
function itemOf(kind: AttentionKind, storeId: string | null, found: readonly Found[]): AttentionPartItem {
  const examples = found
    .slice(0, attentionExamples)
    .map((each) => ({ ...each, since: each.since?.toISOString() ?? null }))
  return { kind, storeId, count: found.length, since: examples[0]?.since ?? null, examples }
}
