import { randomUUID } from 'node:crypto'
import type { Caller } from '@kingcar/bus'
import { contract, type Input, normaliseTyped, type VisitDetail } from '@kingcar/contract'
import { auditEntry, emit, type Tx, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { assertStore } from '../device/store.ts'
import type { Read } from '../read/read.ts'
import { storeReads } from '../read/store.ts'
import { storeVisits } from './change.ts'
import { describeDetail } from './detail.ts'
import { lockPlates, type Place, visitsInReach } from './store.ts'
import { byHand, chainReads } from './visit.ts'

const op = contract.recognition.noteVisit

/**
 * Notes that a car is here now, as a read that nobody doubts: within the window it lengthens the visit that is there.
 * It is sent by `recognition.visitsChanged`, whatever dies here.
 */
export async function noteVisit(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<VisitDetail> {
  const place: Place = { storeId: input.storeId.toLowerCase(), carNumber: normaliseTyped(input.carNumber) }
  const revisitMs = ctx.settings.get('recognition.revisitSeconds') * 1000
  const guestName = ctx.settings.get('recognition.guestName')
  await assertStore(ctx, place.storeId)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    await lockPlates(tx, [place.carNumber])
    const { id, visitIds } = await record(tx, readNow(place, input.carNumber), revisitMs)
    await emit(tx, 'recognition.visitsChanged', { visitIds })
    const after = { ...place, reason: input.reason }
    const entry = auditEntry(caller, { action: op.name, entity: 'visit', entityId: id, before: null, after })
    await emit(tx, 'recognition.audited', entry)
    const { result } = await describeDetail(tx, id, guestName)
    return result
  })
}

/** Gives the visit that the read fell into, and all that it changed. */
async function record(tx: Tx, read: Read, revisitMs: number): Promise<{ id: string; visitIds: string[] }> {
  const { storeId, carNumber, recognizedAt } = read
  await storeReads(tx, [{ read, rejected: null }])
  const reach = { storeId, carNumber, since: recognizedAt, until: recognizedAt + revisitMs }
  const [change] = chainReads(await visitsInReach(tx, [reach]), [read], revisitMs)
  if (!change) throw new Error('a read changed no visit')
  const { visits, merged } = await storeVisits(tx, [{ ...change, storeId, carNumber }])
  const [stored] = visits
  if (!stored) throw new Error('a visit was not stored')
  return { id: stored.visit.id, visitIds: [stored.visit.id, ...merged] }
}

function readNow(place: Place, raw: string): Read {
  const readId = randomUUID()
  const now = Date.now()
  return {
    ...place,
    deviceId: byHand,
    readId,
    raw,
    confidence: 1,
    recognizedAt: now,
    receivedAt: now,
    direction: null,
    candidates: null,
    imageId: null,
    boundingBox: null,
    contentHash: readId.replaceAll('-', ''), // it is never sent again
  }
}
