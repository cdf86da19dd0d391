import type { Devices } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import { inArray } from 'drizzle-orm'
import type { Read } from '../read/read.ts'
import { devices } from '../tables.ts'

type Origin = Pick<Read, 'deviceId' | 'storeId' | 'receivedAt'>

/** Returns a check whether a read came from a device that was registered at the read's store when it arrived. */
export type RegisteredDevices = (reads: readonly Origin[]) => Promise<(read: Origin) => boolean>

/** Looks in memory first, and asks the table, which is always up to date, only for devices that are not found there. */
export function createRegisteredDevices(db: Pick<Database, 'read'>, known: Devices): RegisteredDevices {
  const isRegistered = ({ deviceId, storeId }: Origin) => {
    const device = known.find(deviceId)
    return device !== undefined && device.secretHash !== null && device.storeId === storeId
  }
  return async (reads) => {
    const unknown = [...new Set(reads.filter((read) => !isRegistered(read)).map(({ deviceId }) => deviceId))]
    if (unknown.length === 0) return () => true
    const { id, storeId, removedAt } = devices
    const rows = await db.read.select({ id, storeId, removedAt }).from(devices).where(inArray(id, unknown))
    const found = new Map(rows.map((row) => [row.id, row]))
    return (read) => {
      if (isRegistered(read)) return true
      const row = found.get(read.deviceId)
      return row?.storeId === read.storeId && read.receivedAt <= (row.removedAt?.getTime() ?? Number.POSITIVE_INFINITY)
    }
  }
}
