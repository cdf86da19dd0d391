import type { Caller } from '@kingcar/bus'
import {
  type AttentionKind,
  type AttentionPart,
  type AttentionPartItem,
  attentionExamples,
  fitStores,
  mostAttention,
  mostAttentionStores,
  seesAttention,
} from '@kingcar/contract'
import { ofStores } from '@kingcar/db'
import { and, asc, eq, inArray, not, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { unsettled } from '../dead-letter/queries.ts'
import { isOnline } from '../device/list.ts'
import { registered } from '../device/queries.ts'
import { isSettled } from '../review/queries.ts'
import { deadLetters, devices, readReviews } from '../tables.ts'

type Items = Promise<Pick<AttentionPart, 'items' | 'truncated'>>

type Deps = Pick<Ctx, 'db' | 'settings'>
type Source = (ctx: Deps, stores: Caller['stores']) => Items

/** Offline devices and the last visit by store, doubtful reads and dead letters, each if the caller may see it. */
export async function getAttention(
  ctx: Pick<Ctx, 'db' | 'presence' | 'settings' | 'storageFilling'>,
  _input: object,
  { actor, stores }: Caller,
): Promise<AttentionPart> {
  await ctx.presence.flush() // writes the sightings of this process from the last seconds
  const sources: [AttentionKind, Source][] = [
    ['offlineDevices', offlineDevices],
    ['silentStores', lastVisits],
    ['doubtfulReads', doubtfulReads],
    ['deadLetters', waitingDeadLetters],
  ]
  const seen = sources.filter(([kind]) => seesAttention(kind, actor))
  const storageFilling = stores ? undefined : ctx.storageFilling()
  const parts = await Promise.all(seen.map(([, source]) => source(ctx, stores)))
  return {
    items: parts.flatMap(({ items }) => items),
    truncated: parts.flatMap(({ truncated = [] }) => truncated),
    ...(storageFilling !== undefined && { storageFilling }),
  }
}

/** A device that was never seen is offline since its registration. */
const silentSince = sql<Date>`coalesce(${devices.lastSeenAt}, ${devices.createdAt})`.mapWith(devices.createdAt)

async function offlineDevices({ db }: Deps, stores: Caller['stores']): Items {
  const { id, name, storeId } = devices
  const offline = await db.read
    .select({ id, name, storeId, since: silentSince })
    .from(devices)
    .where(and(registered, not(isOnline), ofStores(storeId, stores)))
    .orderBy(silentSince)
  return fitStores(
    [...Map.groupBy(offline, (device) => device.storeId)].map(([store, found]) => ({
      item: itemOf('offlineDevices', store, found),
      latest: found.at(-1)?.since.toISOString() ?? null,
    })),
  )
}

/**
 * The last visit at each store that has a device, by one index look-up each: if there are too many stores, those that
 * have been silent for the longest.
 */
async function lastVisits({ db }: Deps, stores: Caller['stores']): Items {
  const here = and(registered, ofStores(devices.storeId, stores))
  const rows = await db.read.execute<{ storeId: string; lastReadAt: Date | null }>(sql`
    select s.store_id as "storeId", v.last_read_at as "lastReadAt"
    from (select distinct store_id from devices where ${here}) s
    left join lateral (
      select last_read_at from visits where store_id = s.store_id and merged_into is null
      order by first_read_at desc, id desc limit 1
    ) v on true
    order by v.last_read_at nulls first limit ${mostAttentionStores + 1}`)
  const items = rows.slice(0, mostAttentionStores).map(({ storeId, lastReadAt }): AttentionPartItem => {
    const since = lastReadAt === null ? null : new Date(lastReadAt).toISOString()
    return { kind: 'silentStores', storeId, count: 1, examples: [], since }
  })
  return { items, truncated: rows.length > mostAttentionStores ? ['silentStores'] : [] }
}

async function doubtfulReads({ db, settings }: Deps, stores: Caller['stores']): Items {
  const { readId: id, raw: name, storeId, recognizedAt: since, state } = readReviews
  const open = await db.read
    .select({ id, name, storeId, since })
    .from(readReviews)
    .where(
      and(
        eq(state, 'open'),
        not(isSettled(settings.get('recognition.revisitSeconds') * 1_000)),
        ofStores(storeId, stores),
      ),
    )
    .orderBy(asc(since), asc(id))
    .limit(mostAttention)
  return { items: open.length === 0 ? [] : [itemOf('doubtfulReads', null, open)] }
}

async function waitingDeadLetters({ db }: Deps): Items {
  const { id, receivedAt, letter } = deadLetters
  const waiting = await db.read
    .select({ id, since: receivedAt })
    .from(deadLetters)
    .where(unsettled)
    .orderBy(asc(receivedAt), asc(id))
    .limit(mostAttention)
  if (waiting.length === 0) return { items: [] }
  const first = waiting.slice(0, attentionExamples).map((row) => row.id)
  const letters = await db.read.select({ id, letter }).from(deadLetters).where(inArray(id, first)) // the other columns can have 64 kB each
  const byId = new Map(letters.map((row) => [row.id, row.letter]))
  const named = waiting.map((row) => {
    const found = byId.get(row.id)
    return { ...row, name: found?.reason ?? '', storeId: found?.storeId ?? null }
  })
  return { items: [itemOf('deadLetters', null, named)] }
}

/** @param found the oldest first */
function itemOf(
  kind: AttentionPartItem['kind'],
  storeId: string | null,
  found: readonly { id: string; name: string; storeId: string | null; since: Date }[],
): AttentionPartItem {
  const examples = found.slice(0, attentionExamples).map((each) => ({ ...each, since: each.since.toISOString() }))
  return { kind, storeId, count: Math.min(found.length, mostAttention), since: examples[0]?.since ?? null, examples }
}
