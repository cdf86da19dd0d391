import type { Reader } from '@kingcar/db'
import { registerLazyGauges } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import type { Registry } from 'prom-client'
import { devices } from '../tables.ts'
import { isOnline, isTroubled } from './list.ts'
import { registered } from './queries.ts'

const gauges = {
  known: { name: 'kingcar_recognition_devices', help: 'Registered devices that have been seen at least once' },
  offline: {
    name: 'kingcar_recognition_devices_offline',
    help: 'Devices that are offline: they have been silent for longer than expected',
  },
  troubled: {
    name: 'kingcar_recognition_devices_troubled',
    help: 'Online devices whose camera is lost or whose clock is more than a minute wrong',
  },
}

/** Registers the device gauges, which query the database at each scrape. */
export function exposeDeviceGauges(register: Registry, read: Reader): void {
  registerLazyGauges(register, gauges, async () => {
    const [row] = await read
      .select({
        known: sql<number>`count(*)::int`,
        offline: sql<number>`count(*) filter (where not ${isOnline})::int`,
        troubled: sql<number>`count(*) filter (where ${isTroubled})::int`,
      })
      .from(devices)
      .where(sql`${registered} and ${devices.lastSeenAt} is not null`)
    return { known: row?.known ?? 0, offline: row?.offline ?? 0, troubled: row?.troubled ?? 0 }
  })
}
