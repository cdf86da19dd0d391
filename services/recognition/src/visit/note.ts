import { randomUUID } from 'node:crypto'
import type { Caller } from '@kingcar/bus'
import { contract, type Input, parsePlate, type VisitDetail } from '@kingcar/contract'
import { audit, emit, type Tx, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { storeReads } from '../read/queries.ts'
import { manualDeviceId, type PlateAtStore, type Read } from '../read/read.ts'
import { assertStoreOpen } from '../store/queries.ts'
import { loadVisitDetail } from './detail.ts'
import { canConfuse } from './doubt.ts'
import { lockPlates, visitsInReach } from './queries.ts'
import { chainByPlate } from './rearrange.ts'
import { positionsToSettle, settleDepartures } from './settle-departures.ts'
import { changesOf, settleDoubts } from './settle-doubts.ts'
import { storeChanges } from './store-changes.ts'
import { type Windows, windowsOf } from './windows.ts'
import { withPlates } from './with-plates.ts'

const op = contract.recognition.noteVisit

/**
 * Records that a car is here now, as a read with confidence 1: it extends a visit within the window, or begins one. The
 * event `recognition.visitsChanged` publishes the visit, even if this process crashes.
 */
export async function noteVisit(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'settings'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<VisitDetail> {
  const place: PlateAtStore = { storeId: input.storeId, carNumber: parsePlate(input.carNumber) }
  const windows = windowsOf(ctx.settings)
  const guestName = ctx.settings.get('recognition.guestName')
  await assertStoreOpen(ctx, place.storeId)
  return withPlates([place.carNumber], (locked, timeLeft) => {
    const db: Pick<Ctx['db'], 'transaction'> = { transaction: (work) => ctx.db.transaction(work, timeLeft) }
    return withIdempotency(db, ctx.idempotencySecret, op, input, caller, async (tx) => {
      const { id, visitIds } = await record(tx, readNow(place, input.carNumber), windows, locked)
      await emit(tx, 'recognition.visitsChanged', { visitIds })
      const after = { ...place, reason: input.reason }
      await audit(tx, op, caller, { entity: 'visit', entityId: id, before: null, after })
      const { result } = await loadVisitDetail(tx, id, guestName, caller.stores)
      return result
    })
  })
}

/** Locks the plates and stores the read. Returns the id of its visit, and the ids of all changed visits. */
async function record(
  tx: Tx,
  read: Read,
  { revisitMs, lookalikeMs }: Windows,
  locked: ReadonlySet<string>,
): Promise<{ id: string; visitIds: string[] }> {
  const { storeId, carNumber, recognizedAt } = read
  const reach = { storeId, carNumber, since: recognizedAt, until: recognizedAt + revisitMs, last: recognizedAt }
  // Pipelined; PostgreSQL runs them in this order.
  const [, , { stored: inReach, departures, near }] = await Promise.all([
    lockPlates(tx, [...locked]),
    storeReads(tx, [{ read, rejected: null }]),
    visitsInReach(tx, [reach], lookalikeMs),
  ])
  const [change] = chainByPlate(inReach, [read], revisitMs, departures)
  if (!change) throw new Error('a read changed no visit')
  const { visits, merged } = await storeChanges(tx, [change])
  const [stored] = visits
  if (!stored) throw new Error('a visit was not stored')
  await settleDepartures(tx, positionsToSettle({ visits, merged }, departures))
  const { id } = stored.visit
  const judged = canConfuse(read, near) ? changesOf([read], lookalikeMs) : []
  await settleDoubts(tx, judged, merged.length > 0 ? [id] : [], lookalikeMs, locked)
  return { id, visitIds: [id, ...merged] }
}

function readNow(place: PlateAtStore, raw: string): Read {
  const readId = randomUUID()
  const now = Date.now()
  return {
    ...place,
    deviceId: manualDeviceId,
    readId,
    raw,
    confidence: 1,
    recognizedAt: now,
    receivedAt: now,
    direction: null,
    candidates: null,
    imageId: null,
    boundingBox: null,
    trackId: null,
    contentHash: readId.replaceAll('-', ''), // the hash is never compared, because no message has this read id
  }
}
