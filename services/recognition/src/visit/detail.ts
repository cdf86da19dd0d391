import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type VisitDetail } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { pastCorrection } from '../correction/queries.ts'
import { loadListed } from '../plate/listed.ts'
import { manualDeviceId } from '../read/read.ts'
import { reads, visits } from '../tables.ts'
import { loadStays, unended } from './departure.ts'
import { describeVisits, type RevisedVisit, withGuestName } from './describe.ts'
import { suggestPlates } from './suggest.ts'
import { loadDecisions, undecided } from './use-decision.ts'

type Readings = VisitDetail['readings']

/** Number of reads returned with their candidates: a car that parks for a day has thousands of reads. */
const maxWithCandidates = 100

/**
 * A visit for administrators. Its version is its revision, which each read increments.
 * @throws AppError VISIT_NOT_FOUND, also for a visit at another store than those that the caller is limited to
 */
export async function loadVisitDetail(
  db: Pick<Reader, 'execute' | 'select'>,
  id: string,
  guestName: string,
  stores: Caller['stores'],
): Promise<Versioned<VisitDetail>> {
  const [[described], readings, decided, stays, listed] = await Promise.all([
    describeVisits(db, [id]),
    readingsOf(db, id),
    loadDecisions(db, [id]),
    loadStays(db, [id]),
    loadListed(db, [id]),
  ])
  if (!described || (stores && !stores.includes(described.visit.storeId))) throw new AppError('VISIT_NOT_FOUND')
  const { visit, revision, doubtful = false } = described
  const [suggestions, corrected] = await Promise.all([
    suggestPlates(db, visit.carNumber, stores),
    pastCorrectionOf(db, described),
  ])
  const more = {
    ...(decided.get(id) ?? undecided),
    ...(stays.get(id) ?? unended),
    listed: listed.get(id) ?? null,
  }
  const result = {
    ...withGuestName(visit, guestName),
    doubtful,
    ...more,
    readings,
    suggestions,
    pastCorrection: corrected,
  }
  return { result, version: revision }
}

/** The same rule as `suggestedCarNumbers` of the list. */
async function pastCorrectionOf(db: Pick<Reader, 'select'>, { visit, corrected }: RevisedVisit) {
  const { deviceId, carNumber, name } = visit
  return corrected || name !== null || deviceId === null ? null : pastCorrection(db, deviceId, carNumber)
}

/** The accepted reads of the visit's plate and store between its first and last read, by time of recognition. */
async function readingsOf(db: Pick<Reader, 'select'>, id: string): Promise<Readings> {
  const rows = await db
    .select(columns)
    .from(visits)
    .innerJoin(
      reads,
      and(
        eq(reads.storeId, visits.storeId),
        eq(reads.carNumber, visits.carNumber),
        sql`plate_class(${reads.storeId}, ${reads.carNumber}) = plate_class(${visits.storeId}, ${visits.carNumber})`,
      ),
    )
    .where(
      and(
        eq(visits.id, id),
        isNull(reads.rejected),
        sql`${reads.recognizedAt} between ${visits.firstReadAt} and ${visits.lastReadAt}`,
      ),
    )
    .orderBy(byRecognition)
  return rows.map(({ deviceId, candidates, recognizedAt, receivedAt, ...row }) => ({
    ...row,
    candidates: candidates ?? [],
    deviceId: deviceId === manualDeviceId ? null : deviceId,
    recognizedAt: recognizedAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
  }))
}

const byRecognition = sql`${reads.recognizedAt}, ${reads.receivedAt}, ${reads.readId}`

const columns = {
  readId: reads.readId,
  deviceId: reads.deviceId,
  carNumber: reads.raw,
  confidence: reads.confidence,
  direction: reads.direction,
  candidates:
    sql`case when row_number() over (order by ${byRecognition}) <= ${maxWithCandidates} then ${reads.candidates} end`.mapWith(
      reads.candidates,
    ),
  recognizedAt: reads.recognizedAt,
  receivedAt: reads.receivedAt,
  imageId: reads.imageId,
  boundingBox: reads.boundingBox,
  rejected: reads.rejected,
  doubtful: reads.doubtful,
}
