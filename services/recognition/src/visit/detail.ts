import type { Versioned } from '@kingcar/bus'
import { AppError, type VisitDetail } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { pastCorrection } from '../correction/queries.ts'
import { suggestPlates } from '../plate/suggest.ts'
import { manualDeviceId } from '../read/read.ts'
import { reads, visits } from '../tables.ts'
import { describeVisits, type RevisedVisit, withGuestName } from './describe.ts'

type Readings = VisitDetail['readings']

/** Reads that are shown with other readings: nobody compares more, and a car that parks for a day is read by the thousand. */
const maxWithCandidates = 100

/**
 * A visit as administrators see it; its version is its revision, which grows with each read too.
 * @throws AppError VISIT_NOT_FOUND
 */
export async function loadVisitDetail(
  db: Pick<Reader, 'execute' | 'select'>,
  id: string,
  guestName: string,
): Promise<Versioned<VisitDetail>> {
  const [[described], readings] = await Promise.all([describeVisits(db, [id]), readingsOf(db, id)])
  if (!described) throw new AppError('VISIT_NOT_FOUND')
  const { visit, revision } = described
  const [suggestions, corrected] = await Promise.all([
    suggestPlates(db, visit.carNumber),
    pastCorrectionOf(db, described),
  ])
  const result = { ...withGuestName(visit, guestName), readings, suggestions, pastCorrection: corrected }
  return { result, version: revision }
}

/** Where the list proposes one, too: of the device that the visit is of. */
async function pastCorrectionOf(db: Pick<Reader, 'select'>, { visit, corrected }: RevisedVisit) {
  const { deviceId, carNumber, name } = visit
  return corrected || name !== null || deviceId === null ? null : pastCorrection(db, deviceId, carNumber)
}

/** The accepted reads of the visit's plate and store between its ends, in the order in which they were made. */
async function readingsOf(db: Pick<Reader, 'select'>, id: string): Promise<Readings> {
  const rows = await db
    .select(columns)
    .from(visits)
    .innerJoin(reads, and(eq(reads.storeId, visits.storeId), eq(reads.carNumber, visits.carNumber)))
    .where(
      and(
        eq(visits.id, id),
        isNull(reads.rejected),
        sql`${reads.recognizedAt} between ${visits.firstReadAt} and ${visits.lastReadAt}`,
      ),
    )
    .orderBy(asMade)
  return rows.map(({ deviceId, candidates, recognizedAt, receivedAt, ...row }) => ({
    ...row,
    candidates: candidates ?? [],
    deviceId: deviceId === manualDeviceId ? null : deviceId,
    recognizedAt: recognizedAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
  }))
}

const asMade = sql`${reads.recognizedAt}, ${reads.receivedAt}, ${reads.readId}`

const columns = {
  readId: reads.readId,
  deviceId: reads.deviceId,
  carNumber: reads.raw,
  confidence: reads.confidence,
  direction: reads.direction,
  candidates:
    sql`case when row_number() over (order by ${asMade}) <= ${maxWithCandidates} then ${reads.candidates} end`.mapWith(
      reads.candidates,
    ),
  recognizedAt: reads.recognizedAt,
  receivedAt: reads.receivedAt,
  imageId: reads.imageId,
  boundingBox: reads.boundingBox,
  rejected: reads.rejected,
}
