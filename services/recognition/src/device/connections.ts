import type { BusDevices } from '@kingcar/bus'
import type { Database, Tx } from '@kingcar/db'
import { steadyNow } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { devices } from '../tables.ts'

/*
 * Which devices have a connection to nats-server. The reports of nats-server are hints, which can be lost: after each of them, and
 * every ten seconds, the process compares the list of all connections with the table. A device that is missing for four seconds
 * counts as disconnected, so that one that reconnects right away is never offline. While a server of the cluster is silent, its
 * connections are unknown: only after a minute of silence it counts as gone. All processes do the same; the rows decide which of
 * them changes a state.
 */

/** Milliseconds. Stock clients reconnect after two seconds. */
const graceMs = 4_000
/** In milliseconds. A server under load may respond after the list has stopped waiting for it. */
const silentServerMs = 60_000
/** Milliseconds after which a list is too old to be used, such as after a freeze of the process. */
const listLifetime = 5_000

type Deps = { db: Pick<Database, 'read' | 'transaction'>; bus: Pick<BusDevices, 'listConnectedDevices'> }

export type DeviceConnections = {
  /** Takes a report of nats-server. */
  note(advisory: { deviceId: string; connected: boolean }): void
  /** Compares the connections with the table. */
  compare(): Promise<void>
  /** Milliseconds until a missing device counts as disconnected; undefined if none is missing. */
  next(): number | undefined
}

/** Follows the connections of devices; see above. */
export function createDeviceConnections({ db, bus }: Deps): DeviceConnections {
  let missingSince = new Map<string, number>()
  let incompleteSince: number | undefined

  async function compare(): Promise<void> {
    const listedAt = steadyNow()
    const list = await bus.listConnectedDevices()
    if (!list || steadyNow() - listedAt > listLifetime) return
    const connected = list.ids
    await storeConnected(db, connected)
    incompleteSince = list.isComplete ? undefined : (incompleteSince ?? listedAt)
    if (incompleteSince !== undefined && listedAt - incompleteSince < silentServerMs) return
    const missing = await listMissing(db, connected)
    const known = missingSince
    missingSince = new Map(missing.map((id) => [id, known.get(id) ?? listedAt]))
    const gone = missing.filter((id) => listedAt - (missingSince.get(id) ?? listedAt) >= graceMs)
    if (gone.length === 0 || steadyNow() - listedAt > listLifetime) return
    await db.transaction((tx) => storeDisconnected(tx, gone))
    for (const id of gone) missingSince.delete(id)
  }

  return {
    note({ deviceId, connected }) {
      if (connected) missingSince.delete(deviceId)
      else if (!missingSince.has(deviceId)) missingSince.set(deviceId, steadyNow())
    },
    compare,
    next: () => (missingSince.size === 0 ? undefined : Math.min(...missingSince.values()) + graceMs - steadyNow()),
  }
}

const ids = (found: Iterable<string>) => sql`${makePgArray([...found])}::uuid[]`

async function listMissing(db: Pick<Database, 'read'>, connected: Iterable<string>): Promise<string[]> {
  const rows = await db.read.execute<{ id: string }>(sql`
    select id from ${devices} where connected and not id = any(${ids(connected)})`)
  return rows.map(({ id }) => id)
}

/** Stores connected devices. A device that connects counts as seen, because it has signed in. */
async function storeConnected(db: Deps['db'], connected: ReadonlySet<string>): Promise<void> {
  const isNew = sql`id = any(${ids(connected)}) and removed_at is null and not connected`
  const found = await db.read.execute<{ id: string }>(sql`select id from ${devices} where ${isNew} limit 1`)
  if (found.length === 0) return
  await db.transaction((tx) =>
    tx.execute(sql`
      update ${devices} set connected = true, disconnected_at = null, last_seen_at = greatest(last_seen_at, now())
      where id in (select id from ${devices} where ${isNew} order by id for no key update)`),
  )
}

/** Rows are locked in order of their ids, as sightings lock them. */
const storeDisconnected = (tx: Tx, gone: readonly string[]) =>
  tx.execute(sql`
    update ${devices} set connected = false, disconnected_at = now()
    where id in (select id from ${devices} where id = any(${ids(gone)}) and connected order by id for no key update)`)
