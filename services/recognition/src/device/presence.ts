import type { Database, Tx } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'

/** The content of a heartbeat; times are Unix milliseconds. Null fields keep their last value. */
export type Heartbeat = {
  /** Arrival, by the server's clock. */
  heardAt: number
  /** Time of sending, by the device's clock. */
  sentAt: number
  clockSkewMs: number
  queueDepth: number | null
  cameraOk: boolean | null
  firmware: string | null
}

/**
 * A sighting of a device: a message at `seenAt` (Unix milliseconds), with the error that it caused and the number of
 * messages that were refused; or a heartbeat. A missing `errorAt` means `seenAt`; a missing `readSkewMs` keeps its last
 * value.
 */
export type Sighting = {
  seenAt?: number
  error?: string
  errorAt?: number
  refused?: number
  /** Clock skew by the device's reads; null if they show none. */
  readSkewMs?: number | null
  heartbeat?: Heartbeat
}

/** All sightings since the last write; `lastSentAt` belongs to the last received heartbeat, even if that is ignored. */
type Pending = Sighting & { lastSentAt?: number }

/** Collects sightings of devices in memory and writes them every two seconds in one statement. */
export type Presence = AsyncDisposable & {
  note(deviceId: string, sighting: Sighting): void
  flush(): Promise<void>
}

/** Delay from the first sighting to the write: all sightings of a busy device in this time are one row. */
const everyMs = 2_000
/** In seconds. A device that was silent for longer was broken, so this silence does not count as its usual one. */
const longestSilenceS = 86_400

/** While the database is unavailable the latest sighting of each device is kept in memory. */
export function openPresence(db: Pick<Database, 'transaction'>, log: Logger): Presence {
  let seen = new Map<string, Pending>()
  let flushing: Promise<void> = Promise.resolve()

  let timer: NodeJS.Timeout | undefined
  const flushLater = () => {
    timer = undefined
    void flush()
  }

  function note(deviceId: string, sighting: Sighting): void {
    seen.set(deviceId, merged(seen.get(deviceId), sighting))
    timer ??= setTimeout(flushLater, everyMs).unref()
  }

  async function write(): Promise<void> {
    if (seen.size === 0) return
    const written = seen
    seen = new Map()
    try {
      await db.transaction((tx) => storeSightings(tx, written))
    } catch (err) {
      const since = seen
      seen = written
      for (const [deviceId, sighting] of since) note(deviceId, sighting)
      timer ??= setTimeout(flushLater, everyMs).unref()
      log.warn({ err }, 'device sightings not written, retrying')
    }
  }
  const flush = () => {
    flushing = flushing.then(write)
    return flushing
  }
  return {
    note,
    flush,
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      await flush()
      clearTimeout(timer) // the timer of the failed write
    },
  }
}

function merged(before: Pending = {}, { heartbeat, error, errorAt, ...sighting }: Pending): Pending {
  const times = [before.seenAt, sighting.seenAt].filter((at) => at !== undefined)
  const refused = (before.refused ?? 0) + (sighting.refused ?? 0)
  const at = errorAt ?? sighting.seenAt
  const all: Pending = {
    ...before,
    ...sighting,
    ...(times.length > 0 && { seenAt: Math.max(...times) }),
    ...(refused > 0 && { refused }),
    ...(error !== undefined && at !== undefined && at >= (before.errorAt ?? at) && { error, errorAt: at }),
  }
  if (!heartbeat) return all
  const counts = before.lastSentAt === undefined || heartbeat.sentAt > before.lastSentAt
  return { ...all, ...(counts && { heartbeat }), lastSentAt: sighting.lastSentAt ?? heartbeat.sentAt }
}

/** Stores sightings of devices, in one statement. Sightings that are older than the stored ones change only counts. */
export async function storeSightings(tx: Tx, sightings: ReadonlyMap<string, Sighting>): Promise<void> {
  await tx.execute(update(sightings))
}

/**
 * A heartbeat counts only if it was sent later than the previous one, by the device's clock: MQTT servers send a last
 * will when a device dies, with the time of its connection. A clock that was set back costs one heartbeat. Rows are
 * locked in order of their ids, so that two processes cannot deadlock.
 */
const update = (sightings: ReadonlyMap<string, Pending>) => sql`
  with seen as materialized (
    select * from json_to_recordset(${JSON.stringify([...sightings].map(toRow))}::text::json) as s (
      id uuid, "seenAt" double precision, error text, "errorAt" double precision, refused integer, "heardAt" double precision, "sentAt" double precision,
      "lastSentAt" double precision, "readSkewMs" integer, "hasReadSkew" boolean,
      "clockSkewMs" integer, "queueDepth" integer, "cameraOk" boolean, firmware text
    )
  ), held as materialized (
    select id, last_seen_at, heartbeat_sent_at, silence_since, last_error_at from devices where id in (select id from seen) order by id
    for no key update
  ), judged as materialized (
    select s.*, h.last_seen_at, h.silence_since,
      coalesce(to_timestamp(s."errorAt" / 1000) >= coalesce(h.last_error_at, '-infinity'), false) as errs,
      coalesce(to_timestamp(s."sentAt" / 1000) > coalesce(h.heartbeat_sent_at, '-infinity'), false) as beats
    from seen s join held h using (id)
  ), timed as materialized (
    select j.*, greatest(
      to_timestamp(j."seenAt" / 1000), case when j.beats then to_timestamp(j."heardAt" / 1000) end
    ) as at from judged j
  ), measured as materialized (
    select t.*, t.at is not null and coalesce(t.at > t.silence_since + interval '7 days', true) as begins,
      case when t.at > t.last_seen_at
        then least(extract(epoch from t.at - t.last_seen_at), ${longestSilenceS}::integer)::integer else 0 end as silence_s
    from timed t
  ), counted as (
    insert into device_reads (device_id, day, reads, refused)
    select id, (to_timestamp("seenAt" / 1000) at time zone 'Asia/Seoul')::date, 0, refused from judged where refused > 0
  )
  update devices d set
    last_seen_at = greatest(d.last_seen_at, s.at),
    heartbeat_sent_at = coalesce(to_timestamp(s."lastSentAt" / 1000), d.heartbeat_sent_at),
    clock_skew_ms = case when s.beats then s."clockSkewMs" else d.clock_skew_ms end,
    read_skew_ms = case when s."hasReadSkew" then s."readSkewMs" else d.read_skew_ms end,
    queue_depth = case when s.beats then coalesce(s."queueDepth", d.queue_depth) else d.queue_depth end,
    camera_ok = case when s.beats then coalesce(s."cameraOk", d.camera_ok) else d.camera_ok end,
    firmware = case when s.beats then coalesce(s.firmware, d.firmware) else d.firmware end,
    last_error = case when s.errs then s.error else d.last_error end,
    last_error_at = case when s.errs then to_timestamp(s."errorAt" / 1000) else d.last_error_at end,
    silence_since = case when s.begins then s.at else d.silence_since end,
    longest_silence_s = case when s.begins then s.silence_s else greatest(d.longest_silence_s, s.silence_s) end,
    previous_silence_s = case when s.begins then d.longest_silence_s else d.previous_silence_s end
  from measured s where d.id = s.id`

const toRow = ([id, { heartbeat, ...sighting }]: [string, Pending]) => ({
  id,
  ...sighting,
  hasReadSkew: sighting.readSkewMs !== undefined,
  ...heartbeat,
})
