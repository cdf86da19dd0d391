import { normalisePlate, type PastCorrection } from '@kingcar/contract'
import { type Database, type Reader, runInOrder, sendInOrder, type Tx } from '@kingcar/db'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { jsonColumn } from '../json-columns.ts'
import { acceptedReads, type VisitSpan } from '../read/queries.ts'
import { manualDeviceId, type PlateAtStore } from '../read/read.ts'
import { corrections, reads } from '../tables.ts'

/** A reading of a device: the normalised plate. */
type DeviceReading = { deviceId: string; readAs: string }

/**
 * Stores a correction for each device and plate that it read, before the visit moves to the correct plate. If the visit
 * was corrected before, this deletes the earlier correction. Both plates must be locked, which excludes concurrent
 * writers.
 */
export async function rememberCorrection(tx: Tx, visit: PlateAtStore & VisitSpan, carNumber: string): Promise<void> {
  rememberReadings(tx, await readingsOf(tx, visit), visit.carNumber, carNumber)
}

/**
 * Stores a correction of these readings, from the plate for which they counted so far, without waiting. Both plates
 * must be locked.
 */
export function rememberReadings(tx: Tx, readings: readonly DeviceReading[], before: string, carNumber: string): void {
  sendInOrder(
    tx,
    sql`
    with reading as materialized (
      select device_id::uuid, read_as
      from rows from (${jsonColumn(readings, ({ deviceId }) => deviceId)}, ${jsonColumn(readings, ({ readAs }) => readAs)})
        as r (device_id, read_as)
    ), taken_back as (
      delete from corrections c using reading r
      where c.device_id = r.device_id and c.read_as = r.read_as and c.car_number = ${before}
    )
    insert into corrections as c (device_id, read_as, car_number)
    select device_id, read_as, ${carNumber} from reading where read_as <> ${carNumber}
    on conflict (device_id, read_as, car_number) do update set times = c.times + 1, corrected_at = excluded.corrected_at`,
  )
}

/** The distinct readings of a visit; a device may have written one plate in several ways. */
async function readingsOf(tx: Tx, visit: PlateAtStore & VisitSpan): Promise<DeviceReading[]> {
  const rows = await runInOrder<{ deviceId: string; raw: string }>(
    tx,
    sql`select distinct device_id as "deviceId", raw from ${reads} where ${acceptedReads(visit)}`,
  )
  const readings = rows.flatMap(({ deviceId, raw }) =>
    deviceId === manualDeviceId ? [] : [{ deviceId, readAs: normalisePlate(raw) }],
  )
  return [...new Map(readings.map((reading) => [`${reading.deviceId} ${reading.readAs}`, reading])).values()]
}

/**
 * The most frequent correction of this reading of this device, the latest among equally frequent ones; null if there is
 * none.
 */
export async function pastCorrection(
  db: Pick<Reader, 'select'>,
  deviceId: string,
  readAs: string,
): Promise<PastCorrection | null> {
  const { carNumber, times, correctedAt } = corrections
  const [found] = await db
    .select({ carNumber, times, correctedAt })
    .from(corrections)
    .where(and(eq(corrections.deviceId, deviceId), eq(corrections.readAs, readAs)))
    .orderBy(desc(times), desc(correctedAt))
    .limit(1)
  return found ? { ...found, correctedAt: found.correctedAt.toISOString() } : null
}

/**
 * The most frequent correction for each of several visits, by visit id. Leaves out visits of members, whose plates were
 * usually read correctly, and visits that a person has already corrected.
 */
export async function suggestedCarNumbers(
  db: Pick<Reader, 'execute'>,
  visitIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.execute<{ id: string; carNumber: string }>(sql`
    select v.id, c.car_number as "carNumber"
    from visits v cross join lateral (
      select car_number from corrections c
      where c.device_id = v.device_id and c.read_as = v.car_number
      order by times desc, corrected_at desc limit 1
    ) c
    where v.id = any(${makePgArray([...visitIds])}::uuid[]) and not v.corrected
      and v.member_name is null`)
  return new Map(rows.map(({ id, carNumber }) => [id, carNumber]))
}

/** Deletes corrections to plates whose owner changed or left, because they would reveal the former owner's plate. */
export const forgetCorrectionsTo = (tx: Tx, carNumbers: readonly string[]) =>
  tx.delete(corrections).where(inArray(corrections.carNumber, [...carNumbers]))

/** Deletes corrections older than reads are kept. */
export const sweepCorrections = (db: Pick<Database, 'transaction'>) =>
  db.transaction((tx) => tx.delete(corrections).where(lt(corrections.correctedAt, sql`now() - interval '13 months'`)))
