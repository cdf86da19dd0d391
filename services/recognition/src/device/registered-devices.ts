import type { Devices } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import { inArray } from 'drizzle-orm'
import type { Read } from '../read/read.ts'
import { devices } from '../tables.ts'

type Origin = Pick<Read, 'deviceId' | 'storeId' | 'receivedAt'>

/** Returns a check whether a read came from a device that was registered at the read's store when it arrived. */
export type RegisteredDevices = (reads: readonly Origin[]) => Promise<(read: Origin) => boolean>

/**
 * Checks the devices in memory first, and queries the table, which is always current, only for devices that are not
 * found there.
 */
export function createRegisteredDevices(db: Pick<Database, 'read'>, known: Devices): RegisteredDevices {
  const isRegistered = ({ deviceId, storeId }: Origin) => {
    const device = known.find(deviceId)
    return device !== undefined && device.secretHash !== null && device.storeId === storeId
  }
  return async (reads) => {
    const unknown = [...new Set(reads.filter((read) => !isRegistered(read)).map(({ deviceId }) => deviceId))]
    if (unknown.length === 0) return () => true
    const { id, storeId, removedAt, movedFrom, movedAt } = devices
    const rows = await db.read
      .select({ id, storeId, removedAt, movedFrom, movedAt })
      .from(devices)
      .where(inArray(id, unknown))
    const found = new Map(rows.map((row) => [row.id, row]))
    return (read) => {
      if (isRegistered(read)) return true
      const row = found.get(read.deviceId)
      const end =
        row?.movedFrom === read.storeId ? row.movedAt : row?.storeId === read.storeId ? row.removedAt : undefined
      return end !== undefined && read.receivedAt <= (end?.getTime() ?? Number.POSITIVE_INFINITY)
    }
  }
}
