import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Arrival } from '../../live/live-message.ts'
import { emptyCard, receive, recentVisits, release, untilRelease, type VisitCardState } from './visit-card-state.ts'

const start = 1_000_000
let sequence = 0
const arrival = (visitId: string, at: number, fields: Partial<Arrival> = {}): Arrival => ({
  visitId,
  sequence: ++sequence,
  name: visitId,
  carNumber: visitId,
  visitCount: 1,
  storeName: 's',
  recognizedAt: start + at,
  reads: 1,
  late: false,
  mergedInto: null,
  doubtful: false,
  productUsed: null,
  test: false,
  ...fields,
})

type Moment = { at: number; state: VisitCardState }

/** Runs a screen with its timer: the states after each event and each release, with the milliseconds since the start. */
function run(events: readonly Arrival[], times: readonly number[]): Moment[] {
  const moments: Moment[] = []
  let state = emptyCard
  const releaseUntil = (end: number) => {
    for (let now = moments.at(-1)?.at ?? 0; ; ) {
      const wait = untilRelease(state, start + now)
      if (wait === null || now + wait > end) return
      now += wait
      state = release(state, start + now)
      moments.push({ at: now, state })
    }
  }
  for (const [index, event] of events.entries()) {
    const at = times[index] ?? 0
    releaseUntil(at)
    state = receive(state, event, start + at)
    moments.push({ at, state })
  }
  releaseUntil(Number.MAX_SAFE_INTEGER)
  return moments
}

/** The visits that had the card, with the time at which they took it. */
function shownOf(moments: readonly Moment[]): [id: string | undefined, at: number][] {
  const shown: [string | undefined, number][] = []
  for (const { at, state } of moments) {
    if (shown.at(-1)?.[0] !== state.shown?.visitId) shown.push([state.shown?.visitId, at])
  }
  return shown
}

/** Gaps in milliseconds between cars: bursts and pauses. */
const arrivals = fc
  .array(fc.oneof(fc.nat(400), fc.nat(8_000)), { minLength: 1, maxLength: 30 })
  .map((gaps) => gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0)))

const cars = (times: readonly number[]) => times.map((at, index) => arrival(`v${index}`, at))

describe('cars that come together', () => {
  test('0.4 s apart: each has the card for three seconds', () => {
    expect(shownOf(run(cars([0, 400]), [0, 400]))).toEqual([
      ['v0', 0],
      ['v1', 3_000],
    ])
  })

  test('of a burst, the first is shown immediately, the last three in less time each, the others in the list', () => {
    const times = [0, 0, 0, 0, 0, 0]
    const moments = run(cars(times), times)
    expect(shownOf(moments)).toEqual([
      ['v0', 0],
      ['v3', 1_000],
      ['v4', 2_500],
      ['v5', 5_500],
    ])
    const burst = moments[times.length - 1]?.state ?? emptyCard
    expect(recentVisits(burst, start).map(({ visitId }) => visitId)).toEqual(['v2', 'v1'])
  })

  test('a free screen shows each car immediately; no car waits longer than 5.5 s or has the card for less than a second', () => {
    fc.assert(
      fc.property(arrivals, (times) => {
        const moments = run(cars(times), times)
        const shown = shownOf(moments)
        for (const [index, [id, at]] of shown.entries()) {
          const came = times[Number(id?.slice(1))] ?? Number.NaN
          expect(at - came).toBeGreaterThanOrEqual(0)
          expect(at - came).toBeLessThanOrEqual(5_500)
          const [, before = Number.NEGATIVE_INFINITY] = shown[index - 1] ?? []
          if (came - before >= 5_500) expect(at).toBe(came)
          expect(at - before).toBeGreaterThanOrEqual(1_000)
        }
      }),
    )
  })

  test('every car is greeted once or is in the list, in the order of arrival, and at most three wait', () => {
    fc.assert(
      fc.property(arrivals, (times) => {
        const moments = run(cars(times), times)
        const ids = shownOf(moments).map(([id]) => Number(id?.slice(1)))
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
        expect(ids.at(-1)).toBe(times.length - 1)
        for (const { state } of moments) expect(state.queue.length).toBeLessThanOrEqual(3)
        const { greetings, entrance, known } = moments.at(-1)?.state ?? emptyCard
        expect([greetings, entrance]).toEqual([ids.length, ids.length])
        expect([...known.values()].every(({ greeted }) => greeted)).toBe(true)
      }),
    )
  })

  test('events that come twice change nothing', () => {
    fc.assert(
      fc.property(arrivals, (times) => {
        const events = cars(times)
        const twice = <T>(each: readonly T[]) => each.flatMap((one) => [one, one])
        const once = shownOf(run(events, times))
        expect(shownOf(run(twice(events), twice(times)))).toEqual(once)
      }),
    )
  })
})

describe('a change', () => {
  const product = { productName: '세차', remainingUses: 3 }
  const two = cars([0, 400])
  const last = (events: readonly Arrival[], times: readonly number[]) => run(events, times).at(-1)?.state ?? emptyCard
  const joinedBy = (...events: Arrival[]) =>
    [...two, ...events].reduce((state, event, index) => receive(state, event, start + index * 400), emptyCard)

  test('of the visit on show acts immediately, also while others wait', () => {
    const state = joinedBy(arrival('v0', 0, { name: '홍길동', productUsed: product }))
    expect([state.shown?.name, state.shown?.productUsed, state.uses]).toEqual(['홍길동', product, 1])
    expect(state.queue.map((each) => each.arrival.visitId)).toEqual(['v1'])
  })

  test('that makes the visit on show doubtful gives the card to the next one immediately', () => {
    const state = joinedBy(arrival('v0', 0, { doubtful: true }))
    expect([state.shown?.visitId, state.queue, state.greetings]).toEqual(['v1', [], 2])
  })

  test('of a waiting visit keeps its turn; its product is announced with it, once', () => {
    const renamed = arrival('v1', 400, { name: '김하늘', productUsed: product, reads: 2 })
    const again = arrival('v1', 400, { productUsed: product, reads: 3 })
    const state = last([...two, renamed], [0, 400, 800])
    expect([state.shown?.name, state.greetings, state.uses]).toEqual(['김하늘', 2, 0])
    expect(last([...two, renamed, again], [0, 400, 800, 4_000]).uses).toBe(0)
  })

  test('that makes a waiting visit doubtful ends its turn: it is never shown, nor in the list', () => {
    const state = last([...two, arrival('v1', 400, { doubtful: true })], [0, 400, 800])
    expect([state.shown?.visitId, state.greetings]).toEqual(['v0', 1])
    expect(recentVisits(state, start + 4_000)).toEqual([])
  })

  test('a waiting visit that was merged gives its turn to the surviving one, whichever arrives first', () => {
    const survivor = arrival('s', 300, { carNumber: 'v1', reads: 2 })
    const merged = arrival('v1', 400, { mergedInto: 's' })
    const times = [0, 400, 800, 900]
    for (const events of [
      [...two, merged, { ...survivor, sequence: merged.sequence }],
      [...two, survivor, { ...merged, sequence: (survivor.sequence ?? 0) + 1_000 }],
    ]) {
      const moments = run(events, times)
      expect(shownOf(moments).map(([id]) => id)).toEqual(['v0', 's'])
      expect(moments.at(-1)?.state.greetings).toBe(2)
    }
    const intoShown = last([...two, arrival('v1', 400, { mergedInto: 'v0' })], [0, 400, 800])
    expect([intoShown.shown?.visitId, intoShown.greetings]).toEqual(['v0', 1])
  })

  test('a late visit waits behind the queue, and is replaced by a car that comes', () => {
    const late = arrival('late', -3_600_000, { late: true })
    const moments = run([...two, late], [0, 400, 800])
    expect(shownOf(moments)).toEqual([
      ['v0', 0],
      ['v1', 3_000],
      ['late', 33_000],
    ])
    const car = arrival('v2', 33_100)
    expect(shownOf(run([...two, late, car], [0, 400, 800, 33_100])).at(-1)).toEqual(['v2', 33_100])
  })
})
