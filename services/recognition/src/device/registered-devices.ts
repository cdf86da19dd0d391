import type { Devices } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import { inArray } from 'drizzle-orm'
import type { Read } from '../read/read.ts'
import { devices } from '../tables.ts'

type Origin = Pick<Read, 'deviceId' | 'storeId' | 'receivedAt'>

/** Gives the function that says whether a read came from a device of its store that was not removed when it arrived. */
export type RegisteredDevices = (reads: readonly Origin[]) => Promise<(read: Origin) => boolean>

/** Looks into memory first; only what is not found there is asked for in the table, which is always right. */
export function createRegisteredDevices(db: Pick<Database, 'read'>, known: Devices): RegisteredDevices {
  const isPresent = ({ deviceId, storeId }: Origin) => {
    const device = known.find(deviceId)
    return device !== undefined && device.secretHash !== null && device.storeId === storeId
  }
  return async (reads) => {
    const asked = [...new Set(reads.filter((read) => !isPresent(read)).map(({ deviceId }) => deviceId))]
    if (asked.length === 0) return () => true
    const { id, storeId, removedAt } = devices
    const rows = await db.read.select({ id, storeId, removedAt }).from(devices).where(inArray(id, asked))
    const found = new Map(rows.map((row) => [row.id, row]))
    return (read) => {
      if (isPresent(read)) return true
      const row = found.get(read.deviceId)
      return row?.storeId === read.storeId && read.receivedAt <= (row.removedAt?.getTime() ?? Number.POSITIVE_INFINITY)
    }
  }
}
