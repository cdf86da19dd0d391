import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'

/** What was seen of a device; times are Unix milliseconds. Missing fields keep their last value. */
export type Sighting = {
  seenAt: number
  clockSkewMs?: number
  queueDepth?: number | null
  cameraOk?: boolean | null
  firmware?: string | null
  error?: string
}

/** Collects sightings of devices in memory and writes them every two seconds in one statement. */
export type Presence = AsyncDisposable & {
  note(deviceId: string, sighting: Sighting): void
  flush(): Promise<void>
}

const everyMs = 2_000

/** While the database is unavailable the latest sighting of each device is kept in memory. */
export function openPresence(db: Pick<Database, 'transaction'>, log: Logger): Presence {
  let seen = new Map<string, Sighting>()
  let flushing: Promise<void> = Promise.resolve()

  function note(deviceId: string, sighting: Sighting): void {
    const before = seen.get(deviceId)
    const seenAt = Math.max(before?.seenAt ?? 0, sighting.seenAt)
    seen.set(deviceId, { ...before, ...sighting, seenAt })
  }

  async function write(): Promise<void> {
    if (seen.size === 0) return
    const written = seen
    seen = new Map()
    try {
      await db.transaction((tx) => tx.execute(update(written)))
    } catch (err) {
      const since = seen
      seen = written
      for (const [deviceId, sighting] of since) note(deviceId, sighting)
      log.warn({ err }, 'device sightings not written, retrying')
    }
  }
  const flush = () => {
    flushing = flushing.then(write)
    return flushing
  }
  const timer = setInterval(flush, everyMs)
  timer.unref()
  return {
    note,
    flush,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Locks rows in order of their ids, so that two processes cannot deadlock. */
const update = (sightings: ReadonlyMap<string, Sighting>) => sql`
  with seen as materialized (
    select * from json_to_recordset(${JSON.stringify([...sightings].map(([id, sighting]) => ({ id, ...sighting })))}::text::json) as s (
      id uuid, "seenAt" double precision, "clockSkewMs" integer, "queueDepth" integer, "cameraOk" boolean, firmware text,
      error text
    )
  ), held as materialized (
    select id from devices where id in (select id from seen) order by id for no key update
  )
  update devices d set
    last_seen_at = greatest(d.last_seen_at, to_timestamp(s."seenAt" / 1000)),
    clock_skew_ms = coalesce(s."clockSkewMs", d.clock_skew_ms),
    queue_depth = coalesce(s."queueDepth", d.queue_depth),
    camera_ok = coalesce(s."cameraOk", d.camera_ok),
    firmware = coalesce(s.firmware, d.firmware),
    last_error = coalesce(s.error, d.last_error),
    last_error_at = case when s.error is null then d.last_error_at else to_timestamp(s."seenAt" / 1000) end
  from seen s join held using (id) where d.id = s.id`
