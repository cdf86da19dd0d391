import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, parsePlate, type ReviewedRead } from '@kingcar/contract'
import { audit, emit, type Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { rememberReadings } from '../correction/queries.ts'
import { candidatePlates } from '../read/read.ts'
import { trackOf } from '../read/track.ts'
import { type ReadReviewRow, reads, visits } from '../tables.ts'
import { confirmVisit, lockVisit, moveVisit } from '../visit/correct.ts'
import { canConfuse } from '../visit/doubt.ts'
import { lockPlates, reachOf, visitsInReach } from '../visit/queries.ts'
import { chainByPlate } from '../visit/rearrange.ts'
import { positionsToSettle, settleDepartures } from '../visit/settle-departures.ts'
import { changesOf, settleDoubts } from '../visit/settle-doubts.ts'
import { storeChanges } from '../visit/store-changes.ts'
import { type Windows, windowsOf } from '../visit/windows.ts'
import { withPlates } from '../visit/with-plates.ts'
import { hintsFor } from './hints.ts'
import { alreadyDecided, auditedFields, decide, lockReview, toReviewedRead } from './queries.ts'

const op = contract.recognition.acceptRead

/** The visit that contains an accepted read, and the ids of all changed visits. */
type Placed = { visitId: string; visitIds: string[] }

/**
 * Accepts a read with its correct plate; the result is the same as if it had been read correctly. The event
 * `recognition.visitsChanged` publishes the changed visits, even if this process crashes.
 */
export async function acceptRead(
  { db, settings }: Pick<Ctx, 'db' | 'settings'>,
  { readId, deviceId, carNumber: typed, reason }: Input<typeof op>,
  caller: Caller,
): Promise<ReviewedRead> {
  const carNumber = parsePlate(typed)
  const windows = windowsOf(settings)
  return withPlates([carNumber], (locked, timeLeft) =>
    db.transaction(async (tx) => {
      const found = await lockReview(tx, readId, deviceId, caller.stores)
      if (found.state === 'dismissed' || (found.carNumber ?? carNumber) !== carNumber) throw alreadyDecided(found)
      let row = found
      if (found.state === 'open') {
        const place = isInVisit(found) ? placeVisit : placeRead
        const { visitId, visitIds } = await place(tx, found, carNumber, windows, locked)
        row = await decide(tx, found, { state: 'accepted', carNumber, visitId })
        if (visitIds.length > 0) await emit(tx, 'recognition.visitsChanged', { visitIds })
        const change = { before: auditedFields(found), after: { carNumber, visitId, reason } }
        await audit(tx, op, caller, { entity: 'read', entityId: readId, ...change })
        await fault('recognition.accepting')
      }
      const [hints] = await hintsFor(tx, [row], caller.stores)
      return toReviewedRead(row, hints)
    }, timeLeft),
  )
}

const isInVisit = ({ reason }: ReadReviewRow) => reason === 'suggested' || reason === 'doubtful'

/** Accepts a rejected read: it begins or extends a visit of the plate, as if it had arrived with it. */
async function placeRead(
  tx: Tx,
  found: ReadReviewRow,
  carNumber: string,
  { revisitMs, lookalikeMs }: Windows,
  locked: Set<string>,
): Promise<Placed> {
  const { deviceId, readId, readAs, storeId, candidates } = found
  const recognizedAt = found.recognizedAt.getTime()
  const track = trackOf({ storeId, deviceId, trackId: found.trackId, recognizedAt })
  for (const plate of [readAs, ...candidatePlates(candidates)]) locked.add(plate)
  await lockPlates(tx, [...locked], track ? [track] : [])
  const [stored] = await tx
    .update(reads)
    .set({ rejected: null, carNumber, corrected: true })
    .where(
      and(
        eq(reads.recognizedAt, found.recognizedAt),
        eq(reads.deviceId, deviceId),
        eq(reads.readId, readId),
        isNotNull(reads.rejected),
      ),
    )
    .returning({ revisitSeconds: reads.revisitSeconds })
  if (!stored) throw new AppError('READ_NOT_FOUND') // the read is older than reads are kept
  const ownWindowMs = stored.revisitSeconds === null ? null : stored.revisitSeconds * 1000
  const read = { storeId, carNumber, deviceId, recognizedAt, receivedAt: found.receivedAt.getTime(), ownWindowMs }
  const { stored: inReach, departures, near } = await visitsInReach(tx, reachOf([read], revisitMs), lookalikeMs)
  rememberReadings(tx, [{ deviceId, readAs }], readAs, carNumber)
  const { visits: changed, merged } = await storeChanges(tx, chainByPlate(inReach, [read], revisitMs, departures))
  const [first] = changed
  if (!first) throw new Error('a read changed no visit')
  await settleDepartures(tx, positionsToSettle({ visits: changed, merged }, departures))
  const recounted = merged.length > 0 ? [first.visit.id] : []
  await settleDoubts(tx, canConfuse(read, near) ? changesOf([read], lookalikeMs) : [], recounted, lookalikeMs, locked)
  return { visitId: first.visit.id, visitIds: [first.visit.id, ...merged] }
}

/** Corrects the visit of a read that was accepted as read; a doubtful one can turn out to be correct. */
async function placeVisit(
  tx: Tx,
  { storeId, readAs, recognizedAt, reason }: ReadReviewRow,
  carNumber: string,
  windows: Windows,
  locked: Set<string>,
): Promise<Placed> {
  const time = sql`${recognizedAt.toISOString()}::timestamptz`
  const [found] = await tx
    .select({ id: visits.id })
    .from(visits)
    .where(
      and(
        eq(visits.storeId, storeId),
        inArray(visits.carNumber, [readAs, carNumber]),
        isNull(visits.mergedInto),
        sql`${time} between ${visits.firstReadAt} and ${visits.lastReadAt}`,
      ),
    )
    .orderBy(sql`${visits.carNumber} = ${readAs} desc`)
    .limit(1)
  if (!found) throw new AppError('VISIT_NOT_FOUND')
  const visit = await lockVisit(tx, found.id, locked)
  if (visit.mergedInto !== null) throw new AppError('CONFLICT')
  const isCorrect = visit.carNumber === carNumber
  const moved = isCorrect ? [] : await moveVisit(tx, visit, carNumber, windows, locked)
  if (isCorrect && reason === 'doubtful') await confirmVisit(tx, visit, windows, locked)
  const [survivor] = await tx
    .select({ id: sql<string>`coalesce(${visits.mergedInto}, ${visits.id})` })
    .from(visits)
    .where(eq(visits.id, visit.id))
  return { visitId: survivor?.id ?? visit.id, visitIds: moved }
}
