import type { Caller } from '@kingcar/bus'
import { AppError, type Detail, normaliseLineFields } from '@kingcar/contract'
import { ofStores, type Tx } from '@kingcar/db'
import { and, eq, isNull } from 'drizzle-orm'
import { type DeviceRow, devices } from '../tables.ts'

/** Without removed devices. */
export const registered = isNull(devices.removedAt)

/**
 * Locks a device until the transaction ends.
 * @param stores those that the caller is limited to
 * @throws AppError DEVICE_NOT_FOUND, also for a removed device, and for one of another store
 */
export async function lockDevice(tx: Tx, id: string, stores?: Caller['stores']): Promise<DeviceRow> {
  const [row] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, id), registered, ofStores(devices.storeId, stores)))
    .for('update')
  if (!row) throw new AppError('DEVICE_NOT_FOUND')
  return row
}

/** The editable fields, also for the audit log. */
export const fieldsOf = ({ storeId, name, laneName, gateShowsMember, ...row }: DeviceRow) => ({
  ...{ storeId, name, laneName, gateShowsMember },
  ...readSettingsOf(row),
})

/** The settings that decide about the reads of a device; its credential has them. */
export const readSettingsOf = ({
  role,
  minimumConfidence,
  revisitSeconds,
  timeSource,
  arrivalAngle,
  gateOutput,
}: Pick<
  DeviceRow,
  'role' | 'minimumConfidence' | 'revisitSeconds' | 'timeSource' | 'arrivalAngle' | 'gateOutput'
>) => ({
  role,
  minimumConfidence,
  revisitSeconds,
  timeSource,
  arrivalAngle,
  gateOutput,
})

const entryOnly: Detail = {
  path: 'gateOutput',
  ko: '들어오는 차를 보는 장치만 차단기를 열 수 있어요.',
  en: 'Only a recognizer with the role entry can open a gate.',
}

/** @throws AppError VALIDATION_FAILED for a gate of a device that does not watch an entry */
export function assertGateAtEntry({ role, gateOutput }: Partial<Pick<DeviceRow, 'role' | 'gateOutput'>>): void {
  if (gateOutput && role !== 'entry') throw new AppError('VALIDATION_FAILED', { details: [entryOnly] })
}

/**
 * Name and lane as single lines.
 * @throws AppError VALIDATION_FAILED if one is blank
 */
export function normaliseNames<I extends { name?: string; laneName?: string | null }>(input: I): I {
  const { laneName } = input
  return {
    ...normaliseLineFields(input, 'name'),
    ...(typeof laneName === 'string' && normaliseLineFields({ laneName }, 'laneName')),
  }
}
