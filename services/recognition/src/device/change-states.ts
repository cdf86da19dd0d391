import type { Database } from '@kingcar/db'
import { emit } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import { ms } from '../read/queries.ts'
import { devices } from '../tables.ts'
import { isOnline } from './list.ts'

/** Largest number of devices in one event. */
const batch = 500

/**
 * Stores which devices went offline or are online again, and emits it. The row and the event commit together, so that
 * each change is emitted once, whatever processes and repetitions there are. The first check of a device emits nothing.
 * @returns whether there may be more
 */
export const changeDeviceStates = (db: Pick<Database, 'transaction'>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const rows = await tx.execute<Changed>(sql`
      with changed as materialized (
        select id, online as before, ${isOnline} as now_online from ${devices}
        where removed_at is null and online is distinct from ${isOnline}
        order by id limit ${batch}::integer for no key update skip locked
      )
      update ${devices} d set online = c.now_online, online_version = d.online_version + (c.before is not null)::integer
      from changed c where d.id = c.id
      returning d.id, d.store_id as "storeId", d.name, d.online, d.online_version as version, c.before is null as "isFirst",
        ${ms('last_seen_at', 'd')} as "lastSeenAt", (extract(epoch from now()) * 1000)::double precision as "changedAt"`)
    const changed = rows.filter(({ isFirst }) => !isFirst).map(toState)
    if (changed.length > 0) await emit(tx, 'recognition.deviceStatesChanged', { devices: changed })
    await fault('recognition.device.beforeStateCommit')
    return rows.length === batch
  })

type Changed = {
  id: string
  storeId: string
  name: string
  online: boolean
  version: number
  isFirst: boolean
  lastSeenAt: number | null
  changedAt: number
}

const toState = ({ id, name, storeId, online, version, lastSeenAt, changedAt }: Changed) => ({
  ...{ deviceId: id, deviceName: name, storeId, online, version },
  changedAt: new Date(changedAt).toISOString(),
  lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
})
