import type { Caller } from '@kingcar/bus'
import { type AttentionPart, attentionExamples } from '@kingcar/contract'
import { ofStores } from '@kingcar/db'
import { and, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { isOnline } from '../screen/queries.ts'
import { screens } from '../tables.ts'

/** Since when a screen is offline; one that was never seen since its creation. */
const since = sql<Date>`coalesce(${screens.lastSeenAt}, ${screens.createdAt})`.mapWith(screens.createdAt)

/** The wall screens that are offline, by store. */
export async function getAttention(
  { db }: Pick<Ctx, 'db'>,
  _input: object,
  { stores }: Caller,
): Promise<AttentionPart> {
  const { id, name, storeId } = screens
  const offline = await db.read
    .select({ id, name, storeId, since })
    .from(screens)
    .where(and(sql`not (${isOnline})`, ofStores(storeId, stores)))
    .orderBy(since)
  const byStore = Map.groupBy(offline, (screen) => screen.storeId)
  return {
    items: [...byStore].map(([store, found]) => {
      const examples = found
        .slice(0, attentionExamples)
        .map((screen) => ({ ...screen, since: screen.since.toISOString() }))
      const [oldest] = examples
      return { kind: 'offlineScreens', storeId: store, count: found.length, since: oldest?.since ?? null, examples }
    }),
  }
}
