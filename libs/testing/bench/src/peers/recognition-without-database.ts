import { randomUUID } from 'node:crypto'
import { type Delivery, openBus, visitSubject } from '@kingcar/bus'
import type { ReadMessage, Visit } from '@kingcar/contract'
import { createLogger } from '@kingcar/runtime'

/**
 * The upper bound: consumes batches and publishes visits as the product does, with visits in memory, without checks or
 * storage.
 */
const { NATS_URL, NATS_USER, NATS_PASSWORD } = process.env as Record<string, string>
const bus = await openBus({
  url: NATS_URL as string,
  user: NATS_USER as string,
  password: NATS_PASSWORD as string,
  name: 'no-database',
  log: createLogger('no-database', 'fatal'),
})
const visits = new Map<string, Visit>()
const counts = new Map<string, number>()

function take(subject: string, storedAt: number, { carNumber, recognizedAt }: ReadMessage): Visit {
  const [, , storeId = '', deviceId = ''] = subject.split('.')
  const place = `${storeId} ${carNumber}`
  const open = visits.get(place)
  const visitCount = (counts.get(carNumber) ?? 0) + (open ? 0 : 1)
  counts.set(carNumber, visitCount)
  const visit: Visit = {
    ...(open ?? {
      id: randomUUID(),
      storeId,
      storeName: '강남점',
      deviceId,
      carNumber,
      memberId: null,
      name: '방문객',
      recognizedAt,
      receivedAt: new Date(storedAt).toISOString(),
      late: false,
      productUsed: null,
      mergedInto: null,
    }),
    visitCount,
    latestReadAt: recognizedAt,
    reads: (open?.reads ?? 0) + 1,
  }
  visits.set(place, visit)
  return visit
}

/**
 * Sequence in READS of the last counted read, which those of its group share. A busy server redelivers messages; an earlier sequence
 * was already counted.
 */
let last = 0

async function takeBatch(batch: readonly Delivery[]): Promise<void> {
  const changed = new Map<string, Visit>()
  for (const { sequence, redelivered, subject, storedAt, data } of batch) {
    if (sequence < last || redelivered > 0) continue
    last = sequence
    const visit = take(subject, storedAt, JSON.parse(Buffer.from(data).toString()) as ReadMessage)
    changed.set(visit.id, visit)
  }
  await bus.append(
    [...changed.values()].map((visit) => ({
      subject: visitSubject,
      id: `${visit.id}:${visit.reads}`,
      data: JSON.stringify({ ...visit, revision: visit.reads }),
    })),
  )
  for (const message of batch) message.ack()
}
await bus.consumeLanes<Delivery>('READS', 'recognition-reads', {
  count: 1,
  max: 256,
  prepare: (item) => ({ lane: 0, item }),
  handle: takeBatch,
})
process.stdout.write('ready\n')
