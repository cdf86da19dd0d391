import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { and, eq, isNull } from 'drizzle-orm'
import { type DeviceRow, devices } from '../tables.ts'

/** Without removed devices. */
export const registered = isNull(devices.removedAt)

/**
 * Locks a device until the transaction ends.
 * @throws AppError DEVICE_NOT_FOUND, also for a removed device
 */
export async function lockDevice(tx: Tx, id: string): Promise<DeviceRow> {
  const [row] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, id), registered))
    .for('update')
  if (!row) throw new AppError('DEVICE_NOT_FOUND')
  return row
}

/** The editable fields, also for the audit log. */
export const fieldsOf = ({ storeId, name, laneName, role, minimumConfidence }: DeviceRow) => ({
  storeId,
  name,
  laneName,
  role,
  minimumConfidence,
})
