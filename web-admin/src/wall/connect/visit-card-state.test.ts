import { describe, expect, test } from 'vitest'
import type { Arrival } from '../../live/live-message.ts'
import {
  type Delivery,
  emptyCard,
  isIdle,
  receive,
  recentVisits,
  release,
  untilRelease,
  type VisitCardState,
} from './visit-card-state.ts'

const seconds = 1_000
const start = 1_000 * seconds

/** A visit recognised as many seconds after the start as its sequence says. */
const arrival = (visitId: string, sequence: number, fields: Partial<Arrival> = {}): Arrival => ({
  visitId,
  sequence,
  name: visitId,
  carNumber: visitId,
  visitCount: 1,
  storeName: 's',
  recognizedAt: start + sequence * seconds,
  reads: 1,
  late: false,
  mergedInto: null,
  doubtful: false,
  productUsed: null,
  test: false,
  ...fields,
})
const at = (second: number) => start + second * seconds
/** The state after an event, as if the greeting before it had had its least time: greeting-queue.test.ts tests the turns. */
const then = (latest: VisitCardState, next: Arrival, second = next.sequence ?? 0, delivery?: Delivery) =>
  receive({ ...latest, heldSince: emptyCard.heldSince }, next, at(second), delivery)
const stateAfter = (...arrivals: Arrival[]): VisitCardState =>
  arrivals.reduce((latest, next) => then(latest, next), emptyCard)
const card = ({ shown, entrance, greetings }: VisitCardState) => [shown?.visitId, shown?.sequence, entrance, greetings]
const product = { productName: '세차', remainingUses: 3 }

test('a waiting visit that becomes the one on show no longer waits', () => {
  const waits = stateAfter(arrival('s', 100), arrival('a', 101, { recognizedAt: at(50) }))
  expect([waits.shown?.visitId, waits.waiting?.visitId]).toEqual(['s', 'a'])
  const joined = then(waits, arrival('s', 102, { mergedInto: 'a' }))
  expect([joined.shown?.visitId, joined.waiting]).toEqual(['a', null])
})

test('visits that lost the card stay in the list of recent ones for five minutes, the newest first, three at most', () => {
  const idsAt = (state: VisitCardState, second: number) => recentVisits(state, at(second)).map(({ visitId }) => visitId)
  const two = stateAfter(arrival('a', 1), arrival('b', 1.4))
  expect(idsAt(two, 2)).toEqual(['a']) // the card had it for 0.4 s
  const together = [arrival('b', 2, { recognizedAt: at(1) }), arrival('c', 3, { recognizedAt: at(1) })]
  expect(idsAt(stateAfter(arrival('a', 1), ...together), 3)).toEqual(['b', 'a'])
  const five = [arrival('c', 60), arrival('d', 70), arrival('e', 80)].reduce((state, next) => then(state, next), two)
  expect(idsAt(five, 81)).toEqual(['d', 'c', 'b'])
  expect(idsAt(five, 359)).toEqual(['d', 'c'])
  expect(idsAt(five, 400)).toEqual([])
  const merged = then(five, arrival('d', 82, { mergedInto: 'e' }))
  expect(idsAt(merged, 83)).toEqual(['c', 'b', 'a'])
  const late = then(five, arrival('f', 90, { late: true, recognizedAt: at(10) }))
  expect(idsAt(late, 91)).toEqual(['d', 'c', 'b'])
  const tested = then(then(five, arrival('t', 91, { test: true })), arrival('g', 92))
  expect(idsAt(tested, 93)).toEqual(['e', 'd', 'c'])
})

describe('a visit whose plate is doubtful', () => {
  test('is not greeted, and is not in the list of recent ones', () => {
    const state = stateAfter(arrival('a', 1), arrival('b', 2, { doubtful: true }), arrival('c', 3))
    expect(card(state)).toEqual(['c', 3, 2, 2])
    expect(recentVisits(state, at(4)).map(({ visitId }) => visitId)).toEqual(['a'])
  })

  test('gives the card away when it was greeted before, and the other plate is greeted', () => {
    const misread = stateAfter(arrival('a', 1), arrival('a', 2, { doubtful: true }))
    expect([misread.shown, recentVisits(misread, at(2))]).toEqual([null, []])
    expect(card(then(misread, arrival('b', 3)))).toEqual(['b', 3, 2, 2])
    expect(card(then(misread, arrival('a', 3, { reads: 2 })))).toEqual(['a', 3, 1, 1])
  })
})

describe('live', () => {
  test('each new visit takes the card, enters and is announced', () => {
    expect(card(stateAfter(arrival('a', 1), arrival('b', 2)))).toEqual(['b', 2, 2, 2])
  })

  test('the same visit updates the card in place', () => {
    const latest = stateAfter(arrival('a', 1), arrival('a', 2, { name: '홍길동', reads: 2 }))
    expect(card(latest)).toEqual(['a', 2, 1, 1])
    expect([latest.shown?.name, latest.takenAt, latest.touchedAt]).toEqual(['홍길동', at(1), at(2)])
  })

  test('a repeated or outdated event changes nothing', () => {
    const latest = stateAfter(arrival('a', 5), arrival('b', 6))
    expect(receive(latest, arrival('b', 6), at(6))).toBe(latest)
    expect(receive(latest, arrival('a', 4, { reads: 9 }), at(6))).toBe(latest)
  })

  test('an earlier visit gets the card back when its car was read again and the visit on show has had its time', () => {
    const latest = stateAfter(arrival('a', 1), arrival('b', 2))
    const again = arrival('a', 3, { recognizedAt: at(1), reads: 2 })
    const waiting = then(latest, again)
    expect([card(waiting), untilRelease(waiting, at(3))]).toEqual([['b', 2, 2, 2], 29 * seconds])
    expect(release(waiting, at(31.9))).toBe(waiting)
    expect(card(release(waiting, at(32)))).toEqual(['a', 3, 2, 2])
    expect(card(then(latest, again, 32))).toEqual(['a', 3, 2, 2])
    expect(then(latest, { ...again, reads: 1 }).waiting).toBeNull()
  })

  test('events without a sequence apply in the order of arrival', () => {
    const latest = stateAfter(arrival('a', 0, { sequence: null }), arrival('b', 0, { sequence: null }))
    expect(latest.shown?.visitId).toBe('b')
    expect(latest.resumeAfter).toBeNull()
  })

  test('remembers a bounded number of visits', () => {
    const latest = stateAfter(...Array.from({ length: 1500 }, (_, index) => arrival(`v${index}`, index)))
    expect(latest.known.size).toBe(1000)
    expect(latest.shown?.visitId).toBe('v1499')
  })
})

describe('late and old', () => {
  const late = arrival('late', 50, { recognizedAt: at(-3_600), late: true })

  test('a late read waits until a fresher visit has had its time, and never enters', () => {
    const latest = stateAfter(arrival('a', 1))
    expect(card(release(then(latest, late, 5), at(30.9)))).toEqual(['a', 1, 1, 1])
    expect(card(release(then(latest, late, 5), at(31)))).toEqual(['late', 50, 1, 1])
    expect(card(then(emptyCard, late, 0))).toEqual(['late', 50, 0, 0])
    expect(card(then(then(emptyCard, late, 0), arrival('a', 51)))).toEqual(['a', 51, 1, 1])
  })

  test('only the last visit of a backlog gets the card, and it does not count as present', () => {
    const backlog = Array.from({ length: 5 }, (_, n) =>
      arrival(`late${n}`, 40 + n, { recognizedAt: at(-4_000 + 60 * n), late: true }),
    )
    const latest = backlog.reduce((before, next) => then(before, next, 40), stateAfter(arrival('a', 20)))
    expect(card(latest)).toEqual(['a', 20, 1, 1])
    const released = release(latest, at(50))
    expect(card(released)).toEqual(['late4', 44, 1, 1])
    expect([isIdle(released, at(319)), isIdle(released, at(320))]).toEqual([false, true])
    expect(card(then(released, arrival('b', 321)))).toEqual(['b', 321, 2, 2])
  })

  test('the waiting visit is shown in its latest state, and not at all when it was merged into another', () => {
    const waiting = then(stateAfter(arrival('a', 1)), late, 5)
    const renamed = then(waiting, { ...late, sequence: 51, name: '홍길동' }, 6)
    expect(release(renamed, at(31)).shown?.name).toBe('홍길동')
    const merged = then(waiting, { ...late, sequence: 51, mergedInto: 'x' }, 6)
    expect(card(release(merged, at(31)))).toEqual(['a', 1, 1, 1])
  })

  test('visits of the morning that are sent again, because their plate has a new owner, do not replace the current one', () => {
    const morning = arrival('morning', 1, { carNumber: 'x', reads: 5 })
    const present = arrival('present', 18_000, { carNumber: 'x', visitCount: 2 })
    const owned = { name: '홍길동' }
    for (const known of [stateAfter(morning, present), stateAfter(present)]) {
      for (const again of [
        [
          { ...morning, ...owned, sequence: 18_100 },
          { ...present, ...owned, sequence: 18_101 },
        ],
        [
          { ...present, ...owned, sequence: 18_100 },
          { ...morning, ...owned, sequence: 18_101 },
        ],
      ]) {
        const latest = again.reduce((before, next) => then(before, next, 18_010), known)
        expect([latest.shown?.visitId, latest.shown?.name, latest.greetings]).toEqual([
          'present',
          '홍길동',
          known.greetings,
        ])
        expect(release(latest, at(18_031)).shown?.visitId).toBe('present')
      }
    }
  })

  test('an unknown old visit that is not late does not take the card: only its data changed', () => {
    const latest = stateAfter(arrival('a', 1_000))
    const old = arrival('old', 1_001, { recognizedAt: at(100) })
    expect(then(latest, old).waiting).toBeNull()
    expect(then(latest, { ...old, recognizedAt: at(500) }).waiting?.visitId).toBe('old')
    expect(card(then(latest, arrival('missed', 1_002), 9_000, 'missed'))).toEqual(['missed', 1_002, 1, 1])
  })

  test('two cars with equal masked numbers are two visits', () => {
    const one = arrival('one', 1, { carNumber: '12가 **56', reads: 4 })
    const other = arrival('other', 2, { carNumber: '12가 **56' })
    expect(stateAfter(one, other, { ...one, sequence: 3, reads: 5 }).shown?.visitId).toBe('other')
  })

  test('a visit older than ten seconds is not announced', () => {
    const latest = stateAfter(arrival('a', 1))
    expect(card(then(latest, arrival('b', 2), 12))).toEqual(['b', 2, 2, 2])
    expect(card(then(latest, arrival('b', 2), 12.001))).toEqual(['b', 2, 1, 1])
    expect(card(receive(latest, arrival('b', 2), at(32), 'live', 20 * seconds))).toEqual(['b', 2, 2, 2])
  })
})

describe('after a lost connection', () => {
  const missed = (latest: VisitCardState, next: Arrival, second: number) => then(latest, next, second, 'missed')

  test('the card ends on the visit recognised last, and nothing enters', () => {
    const events = [arrival('b', 2), arrival('c', 3), arrival('d', 4, { recognizedAt: at(-50), late: true })]
    const latest = events.reduce((before, next) => missed(before, next, 60), stateAfter(arrival('a', 1)))
    expect(card(latest)).toEqual(['c', 3, 1, 1])
    expect(latest.resumeAfter).toBe(4)
    expect([latest.takenAt, latest.touchedAt]).toEqual([at(60), at(3)])
  })

  test('a fresh one is announced once, without entering', () => {
    const latest = missed(stateAfter(arrival('a', 1)), arrival('b', 58), 60)
    expect(card(latest)).toEqual(['b', 58, 1, 2])
    expect(card(then(latest, arrival('b', 61, { reads: 2 })))).toEqual(['b', 61, 1, 2])
  })

  test('the card from before a page reload is shown again and not announced again', () => {
    const latest = then(emptyCard, arrival('a', 7, { productUsed: product }), 8, 'replayed')
    expect(card(latest)).toEqual(['a', 7, 0, 0])
    expect(latest.uses).toBe(0)
    expect(card(then(latest, arrival('b', 9)))).toEqual(['b', 9, 1, 1])
  })

  test('resumes after the last received event, also when the sequence restarted', () => {
    const latest = stateAfter(arrival('x', 900), arrival('a', 901))
    const restarted = then(latest, arrival('b', 1, { recognizedAt: at(910) }), 910)
    expect(restarted.resumeAfter).toBe(1)
    expect(card(restarted)).toEqual(['b', 1, 3, 3])
    expect(then(restarted, arrival('b', 2, { reads: 2 })).shown?.reads).toBe(2)
    expect(card(then(restarted, arrival('a', 3, { recognizedAt: at(901), reads: 2 }), 950))).toEqual(['a', 3, 3, 3])
  })
})

describe('merged', () => {
  test('a merged visit does not take the card, and the surviving one takes over its card', () => {
    const merged = { mergedInto: 'a' }
    const latest = stateAfter(arrival('b', 1, { carNumber: 'x' }), arrival('b', 2, { carNumber: 'x', ...merged }))
    expect(card(latest)).toEqual(['b', 2, 1, 1])
    expect(card(then(latest, arrival('a', 3, { carNumber: 'x', reads: 3 })))).toEqual(['a', 3, 1, 1])
    expect(card(stateAfter(arrival('b', 1), arrival('c', 2, merged)))).toEqual(['b', 1, 1, 1])
    expect(stateAfter(arrival('c', 1, merged)).shown).toBeNull()
  })

  test('the surviving visit may arrive before the merged one', () => {
    const latest = stateAfter(
      arrival('b', 1, { carNumber: 'x' }),
      arrival('a', 2, { carNumber: 'x', recognizedAt: at(-4), reads: 3 }),
      arrival('b', 3, { carNumber: 'x', recognizedAt: at(1), mergedInto: 'a' }),
    )
    expect(card(latest)).toEqual(['a', 2, 1, 1])
  })
})

describe('product used', () => {
  test('is announced with its visit, once if it comes later, not if it was reversed', () => {
    expect(stateAfter(arrival('a', 1, { productUsed: product })).uses).toBe(0)
    const used = stateAfter(arrival('a', 1), arrival('a', 2, { productUsed: product }))
    expect([used.uses, used.greetings]).toEqual([1, 1])
    const reversed = then(used, arrival('a', 3, { productUsed: null }))
    expect([reversed.shown?.productUsed, reversed.uses]).toEqual([null, 1])
    expect(then(reversed, arrival('a', 4, { productUsed: product })).uses).toBe(1)
  })

  test('is not announced for a visit that was not announced', () => {
    const late = { recognizedAt: at(-3_600), late: true }
    expect(stateAfter(arrival('a', 1, late), arrival('a', 2, { ...late, productUsed: product })).uses).toBe(0)
  })
})
