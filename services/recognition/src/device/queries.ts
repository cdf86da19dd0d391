import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { and, eq, isNull } from 'drizzle-orm'
import { type DeviceRow, devices } from '../tables.ts'

/** Devices that are not removed. */
export const registered = isNull(devices.removedAt)

/** Locks a device until the transaction ends. Fails with DEVICE_NOT_FOUND, also for a removed one. */
export async function lockDevice(tx: Tx, id: string): Promise<DeviceRow> {
  const [row] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, id), registered))
    .for('update')
  if (!row) throw new AppError('DEVICE_NOT_FOUND')
  return row
}

/** What an administrator decides of a device, for the audit log. */
export const fieldsOf = ({ storeId, name }: Pick<DeviceRow, 'storeId' | 'name'>) => ({ storeId, name })
