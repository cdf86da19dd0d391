import type { Reader } from '@kingcar/db'
import { registerLazyGauges } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import type { Registry } from 'prom-client'
import { devices } from '../tables.ts'
import { online } from './list.ts'
import { present } from './store.ts'

const figures = {
  known: { name: 'kingcar_recognition_devices', help: 'Devices that were seen at least once and not removed' },
  offline: {
    name: 'kingcar_recognition_devices_offline',
    help: 'Those of them that gave no sign of life for three minutes',
  },
}

/** Exposes how many devices there are and how many are offline, looked up at each scrape. */
export function exposeDevices(register: Registry, read: Reader): void {
  registerLazyGauges(register, figures, async () => {
    const [row] = await read
      .select({ known: sql<number>`count(*)::int`, offline: sql<number>`count(*) filter (where not ${online})::int` })
      .from(devices)
      .where(sql`${present} and ${devices.lastSeenAt} is not null`)
    return { known: row?.known ?? 0, offline: row?.offline ?? 0 }
  })
}
