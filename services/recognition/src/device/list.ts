import type { Caller } from '@kingcar/bus'
import type { contract, Device, Input, PageOf } from '@kingcar/contract'
import { ofStores, page } from '@kingcar/db'
import { and, eq, inArray, sql, sum } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { deviceReads, devices } from '../tables.ts'
import { registered } from './queries.ts'

const columns = { id: devices.id, name: devices.name, lastSeenAt: devices.lastSeenAt }

/** Heartbeats come every minute; a device that sends them is offline after three missed ones. */
const threeHeartbeatsS = 180
/** A camera that sends no heartbeats can be silent all night: offline after a day at the latest, also in its first week. */
const longestSilenceS = 86_400

/**
 * A device without heartbeats is offline after one and a half times the longest silence of its last one to two weeks, and
 * at least three minutes.
 */
const expectedSilenceS = sql`case
  when ${devices.heartbeatSentAt} is not null then ${threeHeartbeatsS}::integer
  when ${devices.previousSilenceS} is null then ${longestSilenceS}::integer
  else least(${longestSilenceS}::integer, greatest(${threeHeartbeatsS}::integer, 1.5 * greatest(${devices.longestSilenceS}, ${devices.previousSilenceS})))
end`
/** A device whose connection broke is offline until it connects again, or sends a message in another way. */
const isDisconnected = sql`coalesce(${devices.lastSeenAt} <= ${devices.disconnectedAt}, false)`
export const isOnline = sql<boolean>`(not ${isDisconnected} and coalesce(
  ${devices.lastSeenAt} > now() - make_interval(secs => (${expectedSilenceS})::double precision), false))`

/**
 * From the reads first: the clock of a device, which its heartbeats show, can be right while that of its camera is
 * wrong.
 */
export const clockSkewMs = sql<number | null>`coalesce(${devices.readSkewMs}, ${devices.clockSkewMs})`
/**
 * In milliseconds. With a larger skew, reads appear to be late or in the future, for no reason that administrators can
 * see.
 */
const maxSkewMs = 60_000
/** An online device whose camera is lost or whose clock is wrong. */
export const isTroubled = sql<boolean>`(${isOnline} and (
  coalesce(not ${devices.cameraOk}, false) or coalesce(abs(${clockSkewMs}) > ${maxSkewMs}::integer, false)))`
/** Older errors are no sign of the current state. */
const isRecent = sql`${devices.lastErrorAt} > now() - interval '24 hours'`
const recentError = sql<string | null>`case when ${isRecent} then ${devices.lastError} end`
const recentErrorAt = sql<Date | null>`case when ${isRecent} then ${devices.lastErrorAt} end`.mapWith(
  devices.lastErrorAt,
)
const today = sql`(now() at time zone 'Asia/Seoul')::date`

/** Devices with their state, by default in order of their names. */
export function listDevices(
  { db, presence }: Pick<Ctx, 'db' | 'presence'>,
  input: Input<typeof contract.recognition.listDevices>,
  { stores }: Caller,
): Promise<PageOf<Device>> {
  const { storeId } = input
  const ofStore = storeId === undefined ? ofStores(devices.storeId, stores) : eq(devices.storeId, storeId)
  const selected = and(registered, ofStore)
  return page(
    input,
    columns,
    'name,asc',
    async ({ orderBy, limit, offset }) => {
      await presence.flush() // writes the sightings of this process from the last seconds
      const {
        id,
        storeId,
        name,
        laneName,
        role,
        minimumConfidence,
        revisitSeconds,
        timeSource,
        arrivalAngle,
        gateOutput,
        gateShowsMember,
      } = devices
      const { lastSeenAt, queueDepth, cameraOk, firmware } = devices
      const rows = await db.read
        .select({
          ...{
            id,
            storeId,
            name,
            laneName,
            role,
            minimumConfidence,
            revisitSeconds,
            timeSource,
            arrivalAngle,
            gateOutput,
            gateShowsMember,
            online: isOnline,
            lastSeenAt,
            clockSkewMs,
            queueDepth,
            cameraOk,
            firmware,
          },
          lastError: recentError,
          lastErrorAt: recentErrorAt,
        })
        .from(devices)
        .where(selected)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      const counted = await countMessages(
        db,
        rows.map((row) => row.id),
      )
      return rows.map((row) => ({
        ...row,
        lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
        lastErrorAt: row.lastErrorAt?.toISOString() ?? null,
        readsToday: counted.get(row.id)?.reads ?? 0,
        refusedToday: counted.get(row.id)?.refused ?? 0,
      }))
    },
    () => db.read.$count(devices, selected),
  )
}

type Counts = { reads: number; refused: number }

async function countMessages(db: Ctx['db'], ids: string[]): Promise<Map<string, Counts>> {
  const rows = await db.read
    .select({ id: deviceReads.deviceId, reads: sum(deviceReads.reads), refused: sum(deviceReads.refused) })
    .from(deviceReads)
    .where(and(eq(deviceReads.day, today), inArray(deviceReads.deviceId, ids)))
    .groupBy(deviceReads.deviceId)
  return new Map(rows.map(({ id, reads, refused }) => [id, { reads: Number(reads), refused: Number(refused) }]))
}
