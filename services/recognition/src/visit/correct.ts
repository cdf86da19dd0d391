import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract, type Input, parsePlate, type VisitDetail } from '@kingcar/contract'
import { assertUnchanged, audit, emit, type Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { rememberCorrection } from '../correction/queries.ts'
import type { PlateAtStore } from '../read/read.ts'
import { type VisitRow, visits } from '../tables.ts'
import { loadVisitDetail } from './detail.ts'
import { rearrangeVisits } from './move-reads.ts'
import { correctReads, lockCorrection, lockPlates, type MovingVisit, moveVisits, visitsInReach } from './queries.ts'
import { plateAtStoreKey } from './rearrange.ts'
import { positionsOf, settleDepartures } from './settle-departures.ts'
import { settleDoubts } from './settle-doubts.ts'
import { storeChanges } from './store-changes.ts'
import { chainReads, type StoredVisit } from './visit.ts'
import { type Windows, windowsOf } from './windows.ts'
import { withPlates } from './with-plates.ts'

const op = contract.recognition.correctVisit

/**
 * Moves a misread visit and its reads to the correct plate, where it merges with visits within the window as if it had
 * been read correctly. The event `recognition.visitsChanged` publishes the changed visits, even if this process
 * crashes.
 */
export async function correctVisit(
  ctx: Pick<Ctx, 'db' | 'settings'>,
  { id, carNumber: typed, reason }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<VisitDetail>> {
  const carNumber = parsePlate(typed)
  const windows = windowsOf(ctx.settings)
  const guestName = ctx.settings.get('recognition.guestName')
  return withPlates([carNumber], (locked, timeLeft) =>
    ctx.db.transaction(async (tx) => {
      const found = await lockVisit(tx, id, locked)
      if (caller.stores && !caller.stores.includes(found.storeId)) throw new AppError('VISIT_NOT_FOUND')
      assertUnchanged(caller.ifMatch, { version: found.revision, fieldVersions: {} })
      if (found.mergedInto !== null) throw new AppError('VISIT_MERGED')
      if (found.carNumber !== carNumber) {
        const visitIds = await moveVisit(tx, found, carNumber, windows, locked)
        await emit(tx, 'recognition.visitsChanged', { visitIds })
        const change = { before: { carNumber: found.carNumber }, after: { carNumber, reason } }
        await audit(tx, op, caller, { entity: 'visit', entityId: found.id, ...change })
        await fault('recognition.correcting')
      }
      return loadVisitDetail(tx, found.id, guestName, caller.stores)
    }, timeLeft),
  )
}

/** Moves a visit to another plate; both must be locked. Returns the ids of all changed visits. */
export async function moveVisit(
  tx: Tx,
  found: VisitRow,
  carNumber: string,
  { revisitMs, lookalikeMs }: Windows,
  locked: ReadonlySet<string>,
): Promise<string[]> {
  const visit = stateOf(found)
  const place: PlateAtStore = { storeId: found.storeId, carNumber }
  const misread: MovingVisit = { ...visit, storeId: found.storeId, carNumber: found.carNumber, to: carNumber }
  const { firstReadAt: since, lastReadAt: last } = visit
  const reach = { ...place, since, until: last + revisitMs, last }
  // Pipelined: the readings are looked up before the reads change.
  const [, departed, { stored: inReach, departures }] = await Promise.all([
    rememberCorrection(tx, misread, carNumber),
    correctReads(tx, misread),
    visitsInReach(tx, [reach], 0),
  ])
  const left = departures.get(plateAtStoreKey(place))
  const changes = chainReads(inReach, [visit], revisitMs, left).map((change) => ({ ...change, ...place }))
  const [moved, stored] = await Promise.all([moveVisits(tx, [misread]), storeChanges(tx, changes)])
  const ends = [visit.firstReadAt, visit.lastReadAt].map((recognizedAt) => ({ ...place, recognizedAt }))
  const cut = left ? await rearrangeVisits(tx, [], [], ends, revisitMs) : [] // only visits within which the car with the correct plate left
  const before = { ...place, carNumber: found.carNumber, recognizedAt: visit.firstReadAt }
  await settleDepartures(tx, [
    before,
    ...departed.map((recognizedAt) => ({ ...place, recognizedAt })),
    ...positionsOf([...stored.visits, ...cut]),
  ])
  const ids = new Set([...moved, ...[...stored.visits, ...cut].map((changed) => changed.visit.id), ...stored.merged])
  const span = { storeId: found.storeId, since: visit.firstReadAt, until: visit.lastReadAt }
  const judged = [found.carNumber, carNumber].map((plate) => ({ ...span, carNumber: plate }))
  await settleDoubts(tx, judged, [...ids], lookalikeMs, locked)
  return [...ids]
}

/**
 * Makes the plate of a visit certain, after an administrator has compared it with the picture; the plate must be
 * locked.
 */
export async function confirmVisit(
  tx: Tx,
  found: VisitRow,
  { lookalikeMs }: Windows,
  locked: ReadonlySet<string>,
): Promise<void> {
  const visit = stateOf(found)
  const { storeId, carNumber } = found
  await correctReads(tx, { ...visit, storeId, carNumber, to: carNumber })
  const span = { storeId, carNumber, since: visit.firstReadAt, until: visit.lastReadAt }
  await settleDoubts(tx, [span], [found.id], lookalikeMs, locked)
}

/** Locks these plates and that of the visit, then reads the visit again: reads may have changed it before the lock. */
export async function lockVisit(tx: Tx, id: string, plates: Set<string>): Promise<VisitRow> {
  lockCorrection(tx, id)
  const found = await findVisit(tx, id)
  plates.add(found.carNumber)
  const [, locked] = await Promise.all([lockPlates(tx, [...plates]), findVisit(tx, id)]) // pipelined
  return locked
}

async function findVisit(tx: Tx, id: string): Promise<VisitRow> {
  const [found] = await tx.select().from(visits).where(eq(visits.id, id))
  if (!found) throw new AppError('VISIT_NOT_FOUND')
  return found
}

const stateOf = ({
  id,
  firstReadAt,
  lastReadAt,
  receivedAt,
  deviceId,
  reads,
  late,
  ownUntil,
  plainAt,
}: VisitRow): StoredVisit => ({
  id,
  firstReadAt: firstReadAt.getTime(),
  lastReadAt: lastReadAt.getTime(),
  receivedAt: receivedAt.getTime(),
  deviceId,
  reads,
  late,
  ...(ownUntil && { ownWindow: { until: ownUntil.getTime(), plainAt: plainAt?.getTime() ?? null } }),
})
