import type { contract, Device, Input, PageOf } from '@kingcar/contract'
import { page } from '@kingcar/db'
import { and, eq, inArray, sql, sum } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { deviceReads, devices } from '../tables.ts'
import { registered } from './queries.ts'

const columns = { id: devices.id, name: devices.name, lastSeenAt: devices.lastSeenAt }

/** Heartbeats come every minute; a device is offline after three missed ones. */
export const isOnline = sql<boolean>`coalesce(${devices.lastSeenAt} > now() - interval '180 seconds', false)`
/** Older errors say nothing about the current state. */
const recentError = sql<
  string | null
>`case when ${devices.lastErrorAt} > now() - interval '24 hours' then ${devices.lastError} end`
const today = sql`(now() at time zone 'Asia/Seoul')::date`

/** Devices with their state, by default in order of their names. */
export function listDevices(
  { db, presence }: Pick<Ctx, 'db' | 'presence'>,
  input: Input<typeof contract.recognition.listDevices>,
): Promise<PageOf<Device>> {
  return page(
    input,
    columns,
    'name,asc',
    async ({ orderBy, limit, offset }) => {
      await presence.flush() // writes what this process has seen in the last seconds
      const { id, storeId, name, lastSeenAt, clockSkewMs } = devices
      const rows = await db.read
        .select({ id, storeId, name, online: isOnline, lastSeenAt, clockSkewMs, lastError: recentError })
        .from(devices)
        .where(registered)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      const counted = await countReads(
        db,
        rows.map((row) => row.id),
      )
      return rows.map((row) => ({
        ...row,
        lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
        readsToday: counted.get(row.id) ?? 0,
      }))
    },
    () => db.read.$count(devices, registered),
  )
}

async function countReads(db: Ctx['db'], ids: string[]): Promise<Map<string, number>> {
  const rows = await db.read
    .select({ id: deviceReads.deviceId, reads: sum(deviceReads.reads) })
    .from(deviceReads)
    .where(and(eq(deviceReads.day, today), inArray(deviceReads.deviceId, ids)))
    .groupBy(deviceReads.deviceId)
  return new Map(rows.map(({ id, reads }) => [id, Number(reads)]))
}
