import type { Caller } from '@kingcar/bus'
import { AppError, type ReviewedRead } from '@kingcar/contract'
import { ofStores, type Tx } from '@kingcar/db'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type ReadReviewRow, readReviews } from '../tables.ts'
import type { Hints } from './hints.ts'

/**
 * SQL condition: nothing is left to decide about an open row. A rejected read is settled if its plate or its track has
 * a visit at that time; a doubtful one if its visit has a read that is not doubtful, or has another plate now; a
 * repeated misreading if its visit was corrected, or its plate got an owner.
 * @param revisitMs the revisit window in force (milliseconds)
 */
export const isSettled = (revisitMs: number): SQL => {
  const { deviceId, storeId, readAs, recognizedAt, trackId, reason } = readReviews
  const window = sql`make_interval(secs => ${revisitMs / 1000}::double precision)`
  const visitHere = sql`v.store_id = ${storeId} and v.car_number = ${readAs} and v.merged_into is null`
  return sql`case ${reason}
    when 'doubtful' then not exists (
      select from visits v where ${visitHere} and v.first_read_at <= ${recognizedAt} and v.last_read_at >= ${recognizedAt}
        and v.doubtful_reads >= v.reads
    )
    when 'suggested' then not exists (
      select from visits v where ${visitHere} and v.first_read_at <= ${recognizedAt} and v.last_read_at >= ${recognizedAt}
        and v.member_name is null and not v.corrected
    )
    else exists (
      select from visits v where ${visitHere} and v.first_read_at <= ${recognizedAt} + ${window}
        and v.last_read_at >= ${recognizedAt} - ${window}
    ) or exists (
      select from reads t where t.device_id = ${deviceId} and t.track_id = ${trackId} and t.rejected is null
        and t.recognized_at between ${recognizedAt} - interval '1 hour' and ${recognizedAt} + interval '1 hour'
    ) end`
}

/**
 * Locks the row of a read until the transaction ends.
 * @param stores those that the caller is limited to
 * @throws AppError READ_NOT_FOUND, also for a read of another store, or VALIDATION_FAILED if several devices used the id
 */
export async function lockReview(
  tx: Tx,
  readId: string,
  deviceId: string | undefined,
  stores: Caller['stores'],
): Promise<ReadReviewRow> {
  const { readId: id, deviceId: device } = readReviews
  const rows = await tx
    .select()
    .from(readReviews)
    .where(
      and(
        eq(id, readId),
        deviceId === undefined ? undefined : eq(device, deviceId),
        ofStores(readReviews.storeId, stores),
      ),
    )
    .orderBy(device)
    .for('update')
  const [found, other] = rows
  if (!found) throw new AppError('READ_NOT_FOUND')
  if (other) throw new AppError('VALIDATION_FAILED', { details: [severalDevices] })
  return found
}

const severalDevices = {
  path: 'deviceId',
  ko: '여러 인식기가 같은 ID를 썼어요. 인식기를 정해 주세요.',
  en: 'Several recognizers used this id: `deviceId` is needed.',
}

/** The error of a decision about a row that was decided in another way before. */
export function alreadyDecided({ state, carNumber }: Pick<ReadReviewRow, 'state' | 'carNumber'>): AppError {
  const accepted = {
    path: 'acceptedCarNumber',
    ko: `이미 ${carNumber} 번호로 확인했어요.`,
    en: `It was accepted as ${carNumber}.`,
  }
  const dismissed = { path: 'reviewState', ko: '이미 제외했어요.', en: 'It was dismissed.' }
  return new AppError('READ_REVIEWED', { details: [state === 'accepted' ? accepted : dismissed] })
}

/** Stores the decision about a read, and returns its row. */
export async function decide(
  tx: Tx,
  found: ReadReviewRow,
  decision: Pick<ReadReviewRow, 'state' | 'carNumber' | 'visitId'>,
): Promise<ReadReviewRow> {
  const change = { ...decision, decidedAt: new Date() }
  await tx
    .update(readReviews)
    .set(change)
    .where(and(eq(readReviews.readId, found.readId), eq(readReviews.deviceId, found.deviceId)))
  return { ...found, ...change }
}

/** The fields of a read in the audit log. */
export const auditedFields = ({ raw, confidence, reason, storeId, deviceId }: ReadReviewRow) => ({
  ...{ carNumber: raw, confidence, reviewReason: reason, storeId, deviceId },
})

/** The hints of a row for which none are known. */
const noHints: Hints = { suggestedCarNumber: null, nearestMembers: [] }

/** A row for administrators. */
export function toReviewedRead(row: ReadReviewRow, hints: Hints = noHints): ReviewedRead {
  const { suggestedCarNumber, nearestMembers } = hints
  const { readId, deviceId, storeId, reason, confidence, imageId, boundingBox, visitId } = row
  return {
    ...{ readId, deviceId, storeId, reviewState: row.state, reason, carNumber: row.raw, confidence },
    candidates: row.candidates ?? [],
    recognizedAt: row.recognizedAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    ...{ imageId, boundingBox, suggestedCarNumber, nearestMembers, visitId },
    acceptedCarNumber: row.carNumber,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}
