import { randomUUID } from 'node:crypto'
import type { LiveEvent, RecordedVisit } from '@kingcar/contract'

/** The fields that all visits, and so all senders' events, have in common. */
const event = {
  name: '홍길동',
  carNumber: '12가3456',
  visitCount: 5,
  storeId: '0190163d-8694-739b-aea5-966c26f8ad90',
  storeName: '강남 테헤란로점',
  late: false,
  reads: 1,
  productUsed: { productName: '프리미엄 세차 10회권', remainingUses: 7 },
}

/** A visit that begins now, in the form of the stream VISITS. */
export function newVisit(): RecordedVisit {
  const now = new Date().toISOString()
  return {
    ...event,
    id: randomUUID(),
    deviceId: '0190163d-8694-739b-aea5-966c26f8ad91',
    memberId: '0190163d-8694-739b-aea5-966c26f8ad92',
    recognizedAt: now,
    latestReadAt: now,
    receivedAt: now,
    mergedInto: null,
    revision: 1,
  }
}

/** The event of such a visit, with its fields in the gateway's order. */
export function newEvent(sequence: number): LiveEvent {
  const { name, carNumber, visitCount, storeId, storeName, late, reads, productUsed } = event
  const recognizedAt = new Date().toISOString()
  const visit = { name, carNumber, visitCount, visitId: randomUUID(), storeId, storeName }
  return { ...visit, recognizedAt, sequence, late, reads, productUsed }
}
