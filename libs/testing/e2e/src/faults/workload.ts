import { randomUUID } from 'node:crypto'
import { createRandom, shuffle } from '@kingcar/testing/random'

/** A device of the product, registered or not. */
export type Origin = { storeId: string; deviceId: string }

/** A valid read; `accepted` as the contract defines it, with the default settings; `departs`: of a car that leaves. */
export type SentRead = Origin & {
  carNumber: string
  recognizedAt: number
  accepted: boolean
  departs: boolean
  payload: string
}
export type Message = { subject: string; payload: string }

export type Workload = {
  reads: SentRead[]
  /** All messages, each twice, in random order. */
  messages: Message[]
  /** Payloads that must be dead letters, with their reason. */
  invalid: Map<string, string>
  /** Two reads with one id: one of each pair must be a dead letter. */
  reused: [string, string][]
}

const minutes = 60_000
const syllables = '가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주'

const pick = <T>(random: () => number, items: ArrayLike<T>): T => items[Math.floor(random() * items.length)] as T
const subjectOf = ({ storeId, deviceId }: Origin) => `recognition.read.${storeId}.${deviceId}`

function readOf(carNumber: string, recognizedAt: number, more: object = {}): string {
  const recognized = new Date(recognizedAt).toISOString()
  return JSON.stringify({ readId: randomUUID(), carNumber, confidence: 0.97, recognizedAt: recognized, ...more })
}

/** A day of reads at the given devices, including uncertain ones, departures, invalid plates, and invalid reads. */
export function createWorkload(seed: number, count: number, devices: readonly Origin[]): Workload {
  const random = createRandom(seed)
  const now = Date.now()
  const plates = Array.from({ length: Math.ceil(count / 30) }, (_, at) => {
    const front = 10 + Math.floor(random() * 60)
    return `${front}${pick(random, syllables)}${1_000 + (at % 9_000)}`
  })
  const reads = Array.from({ length: count }, (): SentRead => {
    const origin = pick(random, devices)
    const recognizedAt = now - Math.floor((15 + random() * 1_425) * minutes)
    const chance = random()
    const carNumber = chance < 0.02 ? `${pick(random, plates)}0` : pick(random, plates)
    const confidence = chance > 0.95 ? 0.5 : 0.8 + random() * 0.2
    const direction = chance > 0.9 && chance < 0.93 ? 'out' : undefined
    const accepted = chance >= 0.02 && chance <= 0.95 && direction === undefined
    const departs = direction !== undefined
    return {
      ...origin,
      carNumber,
      recognizedAt,
      accepted,
      departs,
      payload: readOf(carNumber, recognizedAt, { confidence, direction }),
    }
  })
  const wrong = Math.max(5, Math.round(count / 1_000))
  const each = <T>(make: (at: number) => T) => Array.from({ length: wrong }, (_, at) => make(at))
  const malformed = each((at) => ({ subject: subjectOf(pick(random, devices)), payload: `{"readId":${at}` }))
  const strangers = each(() => {
    const { storeId } = pick(random, devices)
    return { subject: subjectOf({ storeId, deviceId: randomUUID() }), payload: readOf('99가9999', now - minutes) }
  })
  const pairs = each(() => {
    const [readId, subject] = [randomUUID(), subjectOf(pick(random, devices))]
    const one = readOf('98가9898', now - 20 * minutes, { readId, confidence: 0.1 })
    return { subject, payloads: [one, readOf('98가9898', now - 20 * minutes, { readId, confidence: 0.2 })] as const }
  })
  const once = [
    ...reads.map((read) => ({ subject: subjectOf(read), payload: read.payload })),
    ...malformed,
    ...strangers,
    ...pairs.flatMap(({ subject, payloads }) => payloads.map((payload) => ({ subject, payload }))),
  ]
  return {
    reads,
    messages: shuffle(random, [...once, ...once]),
    invalid: new Map([
      ...malformed.map(({ payload }) => [payload, 'notJson'] as const),
      ...strangers.map(({ payload }) => [payload, 'unknownDevice'] as const),
    ]),
    reused: pairs.map(({ payloads: [one, other] }) => [one, other]),
  }
}

export type Visit = Origin & {
  carNumber: string
  first: number
  last: number
  reads: number
  /** Number of visits of the plate that began no later. */
  count: number
}

/**
 * The visits of the contract's definition, computed from the whole set: sorted, and split where the distance between
 * neighbours exceeds the window, or the car left in between. Shares no code with the product.
 */
export function naiveVisits(reads: readonly SentRead[], windowMs: number): Visit[] {
  const visits: Visit[] = []
  const accepted = reads.filter((read) => read.accepted)
  for (const here of Map.groupBy(accepted, ({ storeId, carNumber }) => `${storeId} ${carNumber}`).values()) {
    const sorted = here.sort((a, b) => a.recognizedAt - b.recognizedAt || (a.deviceId < b.deviceId ? -1 : 1))
    const left = reads.filter(
      (read) => read.departs && read.storeId === sorted[0]?.storeId && read.carNumber === sorted[0].carNumber,
    )
    const stayed = (from: number, to: number) =>
      !left.some((read) => from <= read.recognizedAt && read.recognizedAt < to)
    let open: Visit | undefined
    for (const { storeId, deviceId, carNumber, recognizedAt } of sorted) {
      if (open && recognizedAt - open.last <= windowMs && stayed(open.last, recognizedAt)) {
        open.last = recognizedAt
        open.reads += 1
      } else {
        open = { storeId, deviceId, carNumber, first: recognizedAt, last: recognizedAt, reads: 1, count: 0 }
        visits.push(open)
      }
    }
  }
  for (const own of Map.groupBy(visits, ({ carNumber }) => carNumber).values()) {
    own.sort((a, b) => a.first - b.first)
    for (const [at, visit] of own.entries()) visit.count = at + 1
  }
  return visits
}
