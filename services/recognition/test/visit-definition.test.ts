import { randomInt, randomUUID } from 'node:crypto'
import { seoulDate, type Visit } from '@kingcar/contract'
import { expect, test } from 'vitest'
import type { VisitState } from '../src/visit/visit.ts'
import { readOf, startTestRecognition } from './recognition.ts'
import {
  type ReferenceRead,
  referenceDoubts,
  referenceLeftAt,
  referencePlates,
  referenceVisits,
} from './reference-visits.ts'

const minutes = 60_000

function shuffle<T>(items: T[]): T[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[items[at], items[other]] = [items[other] as T, items[at] as T]
  }
  return items
}

test('2,000 reads in any order, some with candidates, some of tracks, some of leaving cars, some twice, handled by two processes, become the visits of the definition', async () => {
  await using recognition = await startTestRecognition()
  const { sql } = recognition.backend
  const storeIds = [recognition.storeId, randomUUID(), randomUUID()]
  for (const storeId of storeIds.slice(1))
    await recognition.tell('catalog.storeChanged', { storeId, name: '다른 점', version: 1 })
  const plates = Array.from({ length: 12 }, (_, at) => `30${'가나'[at % 2]}${3000 + at}`)
  const devices = new Map<string, string[]>()
  for (const id of storeIds) devices.set(id, [await recognition.addDevice(id), await recognition.addDevice(id)])
  /** Of the second device of each store. */
  const ownWindowMs = 25 * minutes
  await sql`update recognition.devices set revisit_seconds = ${ownWindowMs / 1000}
    where id = any(${[...devices.values()].map(([, second]) => second as string)})`
  const now = Date.now()
  const sent = Array.from({ length: 2_000 }, () => {
    const carNumber = plates[randomInt(plates.length)] as string
    const storeId = storeIds[randomInt(storeIds.length)] as string
    const deviceId = devices.get(storeId)?.[randomInt(2)] as string
    const recognizedAt = now - (30 + randomInt(600)) * minutes - randomInt(4) * 7_000
    const confidence = [0.3, 0.85, 0.9, 0.95][randomInt(4)] as number
    const trackId = randomInt(2) ? `car ${randomInt(40)}` : null
    const direction = randomInt(8) ? null : 'out'
    const candidates = randomInt(3) ? [] : [plates[randomInt(plates.length)] as string, '30가1']
    const others = candidates.map((plate) => ({ carNumber: plate, confidence: 0.5 }))
    const time = new Date(recognizedAt).toISOString()
    const message = readOf(carNumber, { recognizedAt: time, confidence, trackId, direction, candidates: others })
    const read = { carNumber, storeId, deviceId, recognizedAt, confidence, trackId, candidates }
    return { ...read, departs: direction !== null, message }
  })
  const messages = shuffle([...sent, ...sent.filter((_, at) => at % 3 === 0)])
  await Promise.all(
    messages.map(({ storeId, deviceId, message }) =>
      recognition.publish(message, `recognition.read.${storeId}.${deviceId}`),
    ),
  )
  await using _first = await recognition.start()
  await using _second = await recognition.start()
  await recognition.settled()

  const arrivals = await sql<
    { read_id: string; received_at: Date }[]
  >`select read_id, received_at from recognition.reads`
  expect(arrivals).toHaveLength(sent.length)
  const arrived = new Map(arrivals.map(({ read_id, received_at }) => [read_id, received_at.getTime()]))
  const accepted = new Map(
    storeIds.map((storeId) => {
      const here = sent.filter((read) => read.storeId === storeId && read.confidence >= 0.8)
      const departures = here.filter(({ departs }) => departs)
      const stopping = here.filter(({ departs }) => !departs)
      const reads = stopping.map(({ message, ...read }): ReferenceRead & { readId: string } => {
        const receivedAt = arrived.get(message.readId as string) ?? 0
        const own = devices.get(storeId)?.[1] === read.deviceId ? ownWindowMs : null
        return {
          ...read,
          ownWindowMs: own,
          receivedAt,
          readId: message.readId as string,
          day: seoulDate(new Date(read.recognizedAt)),
        }
      })
      const plates = referencePlates(reads)
      const doubts = referenceDoubts(
        reads.map((read, at) => ({ ...read, carNumber: plates[at] as string })),
        10_000,
      )
      return [storeId, { reads, plates, departures, doubts }]
    }),
  )
  const doubtful = await sql<{ read_id: string }[]>`select read_id from recognition.reads where doubtful`
  const doubted = new Set(doubtful.map(({ read_id }) => read_id))
  for (const carNumber of plates) {
    const rows = await sql<Row[]>`
      select id, store_id, first_read_at, last_read_at, received_at, device_id, reads, late, doubtful_reads, left_at
      from recognition.visits where car_number = ${carNumber} and merged_into is null order by first_read_at, id`
    for (const storeId of storeIds) {
      const ofStore = accepted.get(storeId)
      const ofPlate = ofStore?.reads.filter((_, at) => ofStore.plates[at] === carNumber) ?? []
      const here = rows.filter(({ store_id }) => store_id === storeId)
      const left = ofStore?.departures.filter((read) => read.carNumber === carNumber) ?? []
      const departures = left.map(({ recognizedAt }) => recognizedAt)
      const expected = referenceVisits(ofPlate, 10 * minutes, departures)
      expect(here.map(stateOf)).toEqual(expected)
      for (const [at, read] of ofStore?.reads.entries() ?? [])
        if (ofStore?.plates[at] === carNumber)
          expect([read.readId, doubted.has(read.readId)]).toEqual([read.readId, ofStore.doubts[at]])
      for (const row of here) {
        const own = ofStore?.reads.flatMap((read, at) =>
          ofStore.plates[at] === carNumber &&
          row.first_read_at.getTime() <= read.recognizedAt &&
          read.recognizedAt <= row.last_read_at.getTime()
            ? [ofStore.doubts[at]]
            : [],
        )
        expect(row.doubtful_reads).toBe(own?.filter(Boolean).length)
      }
      const leftAt = here.map(({ left_at }) => left_at?.getTime() ?? null)
      expect(leftAt).toEqual(referenceLeftAt(expected, departures))
    }
    const published = recognition.published.filter((visit) => visit.carNumber === carNumber)
    for (const row of rows)
      expect(published.filter(({ id }) => id === row.id).map(publishedState)).toContainEqual(stateOf(row))
    for (const row of rows)
      expect([row.id, recognition.visits(carNumber).find(({ id }) => id === row.id)?.doubtful ?? false]).toEqual([
        row.id,
        row.doubtful_reads === row.reads,
      ])
    const merged = await sql`
      select id, merged_into as "mergedInto" from recognition.visits
      where car_number = ${carNumber} and merged_into is not null`
    for (const { id, mergedInto } of merged)
      expect(published).toContainEqual(expect.objectContaining({ id, mergedInto }))

    await recognition.handle(readOf(carNumber))
    expect(recognition.published.at(-1)).toMatchObject({ carNumber, visitCount: rows.length + 1 })
  }
})

type Row = {
  id: string
  store_id: string
  first_read_at: Date
  last_read_at: Date
  received_at: Date
  device_id: string
  reads: number
  late: boolean
  doubtful_reads: number
  left_at: Date | null
}

const stateOf = (row: Row): VisitState => ({
  firstReadAt: row.first_read_at.getTime(),
  lastReadAt: row.last_read_at.getTime(),
  receivedAt: row.received_at.getTime(),
  deviceId: row.device_id,
  reads: row.reads,
  late: row.late,
})

const publishedState = ({ recognizedAt, latestReadAt, receivedAt, deviceId, reads, late }: Visit): VisitState => ({
  firstReadAt: Date.parse(recognizedAt),
  lastReadAt: Date.parse(latestReadAt),
  receivedAt: Date.parse(receivedAt),
  deviceId: deviceId ?? '',
  reads,
  late,
})
