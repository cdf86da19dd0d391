import type { LiveEvent, VisitRow } from '@kingcar/contract'
import { describe, expect, test } from 'vitest'
import type { KnownVisits } from '../feed/visit-feed.ts'
import { currentVisits, type VisitFilter } from './visit-list.ts'

const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 0, n)).toISOString()
const store = 'store-1'
const visitAt = (n: number): VisitRow => ({
  ...{ id: `visit-${n}`, storeId: store, storeName: '강남점', deviceId: null, carNumber: '12가3456', memberId: null },
  ...{ name: '방문객', visitCount: 1, recognizedAt: minute(n), latestReadAt: minute(n), receivedAt: minute(n) },
  ...{ reads: 1, late: false, productUsed: null, mergedInto: null, suggestedCarNumber: null },
  ...{ useDecision: null, judgedProduct: null, leftAt: null, dwellSeconds: null, doubtful: false, listed: null },
  ...{ imageId: null, boundingBox: null },
})
const eventAt = (n: number, fields: Partial<LiveEvent> = {}): LiveEvent => ({
  ...{
    name: '방문객',
    carNumber: '12가3456',
    visitCount: 1,
    visitId: `visit-${n}`,
    storeId: store,
    storeName: '강남점',
  },
  ...{ recognizedAt: minute(n), sequence: n, late: false, reads: 1, productUsed: null },
  ...fields,
})
const feedOf = (...events: LiveEvent[]): KnownVisits =>
  new Map(events.map((event, index) => [event.visitId, { event, at: 11 + index }]))

/** A page with visits of these minutes, fetched after ten events. */
function pageOf(minutes: number[], { first = true, last = true } = {}) {
  const content = minutes.map(visitAt)
  const counts = { numberOfElements: content.length, totalElements: 100, totalPages: 5, empty: content.length === 0 }
  const page = { content, number: first ? 0 : 1, size: 20, ...counts, first, last }
  return { page, asOf: 10, askedAt: Date.parse(minute(50)) }
}
const today = { from: '2026-11-21', to: '2026-11-21' }
const waiting = (...parameters: Parameters<typeof currentVisits>) => currentVisits(...parameters).waiting.count

describe('rows', () => {
  test('are updated and keep their places', () => {
    const events = feedOf(eventAt(3, { reads: 4, name: '홍길동' }), eventAt(5, { mergedInto: 'visit-3' }))
    const { rows } = currentVisits(pageOf([5, 4, 3]), events, today)
    expect(rows.map(({ id, reads, name, mergedInto }) => [id, reads, name, mergedInto])).toEqual([
      ['visit-5', 1, '방문객', 'visit-3'],
      ['visit-4', 1, '방문객', null],
      ['visit-3', 4, '홍길동', null],
    ])
  })

  test('keep the proposal for their plate as long as the plate is the same', () => {
    const page = pageOf([5, 4])
    for (const row of page.page.content) row.suggestedCarNumber = '12거3456'
    const events = feedOf(eventAt(5, { reads: 2 }), eventAt(4, { carNumber: '12거3456' }))
    expect(currentVisits(page, events, today).rows.map((row) => row.suggestedCarNumber)).toEqual(['12거3456', null])
  })

  test('ignore events from before they were fetched', () => {
    const before: KnownVisits = new Map([['visit-5', { event: eventAt(5, { reads: 9 }), at: 10 }]])
    expect(currentVisits(pageOf([5]), before, today).rows[0]?.reads).toBe(1)
  })
})

describe('a visit that is not on the page', () => {
  test('waits if it is new, unless it was merged into another', () => {
    expect(waiting(pageOf([5]), feedOf(eventAt(6), eventAt(7, { reads: 3 })), today)).toBe(2)
    expect(waiting(pageOf([5]), feedOf(eventAt(6, { mergedInto: 'visit-5' })), today)).toBe(0)
  })

  test('does not wait if the filter excludes its day or its store', () => {
    expect(waiting(pageOf([5]), feedOf(eventAt(6)), { from: '2026-11-22' })).toBe(0)
    expect(waiting(pageOf([5]), feedOf(eventAt(6)), { to: '2026-11-20' })).toBe(0)
    expect(waiting(pageOf([5]), feedOf(eventAt(6)), { ...today, storeId: 'store-2' })).toBe(0)
  })

  test('waits if its plate, or the last digits, match the filter', () => {
    const events = feedOf(eventAt(6), eventAt(7, { carNumber: '34나3456' }), eventAt(8, { carNumber: '12가0001' }))
    expect(
      ['12가 3456', '3456', '0001', '9999'].map((carNumber) => waiting(pageOf([5]), events, { carNumber })),
    ).toEqual([1, 2, 1, 0])
  })

  test('is not certain to match a filter by member or kind, which events do not have', () => {
    const waitingFor = (filter: VisitFilter) => currentVisits(pageOf([5]), feedOf(eventAt(6)), filter).waiting
    expect(waitingFor({ member: '홍길동' })).toEqual({ count: 1, certain: false })
    expect(waitingFor({ kind: 'guest' })).toEqual({ count: 1, certain: false })
    expect(waitingFor({ kind: 'guest', storeId: 'store-2' })).toEqual({ count: 0, certain: true })
    expect(waitingFor(today)).toEqual({ count: 1, certain: true })
  })

  test('is not new if it may be on a later page', () => {
    expect(waiting(pageOf([5, 4], { last: false }), feedOf(eventAt(3), eventAt(6)), today)).toBe(1)
    expect(waiting(pageOf([5, 4]), feedOf(eventAt(3)), today)).toBe(1)
  })

  test('is new to a later page if it came after the request', () => {
    expect(waiting(pageOf([5, 4], { first: false }), feedOf(eventAt(49), eventAt(51)), today)).toBe(1)
  })
})

test('an empty list waits for its first visit', () => {
  expect(currentVisits(pageOf([]), feedOf(eventAt(1)), today)).toEqual({
    rows: [],
    waiting: { count: 1, certain: true },
  })
})

describe('a page that was fetched again', () => {
  /** The same page after fifteen events. */
  const refetched = (minutes: number[], more = 0, options = {}) => {
    const later = pageOf(minutes, options)
    later.page.totalElements += more
    return { ...later, asOf: 15 }
  }

  test('updates rows in place, and later events update them again', () => {
    const later = refetched([6, 5, 4])
    for (const row of later.page.content) row.reads = 7
    const events: KnownVisits = new Map([
      ['visit-5', { event: eventAt(5, { reads: 6 }), at: 12 }],
      ['visit-4', { event: eventAt(4, { reads: 8 }), at: 16 }],
      ['visit-3', { event: eventAt(3, { reads: 2 }), at: 12 }],
    ])
    const { rows } = currentVisits(pageOf([5, 4, 3]), events, today, later)
    expect(rows.map(({ id, reads }) => [id, reads])).toEqual([
      ['visit-5', 7],
      ['visit-4', 8],
      ['visit-3', 2],
    ])
  })

  test('counts waiting visits together with later events, each once; those it contains are certain', () => {
    const events: KnownVisits = new Map([
      ['visit-6', { event: eventAt(6), at: 12 }],
      ['visit-7', { event: eventAt(7), at: 13 }],
      ['visit-8', { event: eventAt(8), at: 16 }],
    ])
    expect(waiting(pageOf([5, 4]), events, today, refetched([7, 6, 5, 4]))).toBe(3)
    const { waiting: guests } = currentVisits(pageOf([5, 4]), new Map(), { kind: 'guest' }, refetched([6, 5, 4]))
    expect(guests).toEqual({ count: 1, certain: true })
    expect(currentVisits(pageOf([5, 4]), events, { kind: 'guest' }, refetched([5, 4])).waiting).toEqual({
      count: 1,
      certain: false,
    })
  })

  test('counts rows that are gone, but not rows that moved to another page', () => {
    const gone = { count: 1, certain: false }
    const part = { last: false }
    expect(currentVisits(pageOf([5, 4], part), feedOf(), today, refetched([5, 3], -1, part)).waiting).toEqual(gone)
    expect(currentVisits(pageOf([5, 4]), feedOf(), today, refetched([5])).waiting).toEqual(gone)
    const middle = { first: false, last: false }
    expect(waiting(pageOf([5, 4], middle), feedOf(), today, refetched([4, 3], -1, middle))).toBe(0)
    expect(waiting(pageOf([5, 4], middle), feedOf(), today, refetched([6, 5], 1, middle))).toBe(1)
  })

  test('counts a visit beyond its rows once, also when it is read again', () => {
    const later = { first: false, last: false }
    const events: KnownVisits = new Map([['visit-51', { event: eventAt(51), at: 16 }]])
    const since = { ...refetched([5, 4], 1, later), askedAt: Date.parse(minute(52)) }
    expect(waiting(pageOf([5, 4], later), events, today, since)).toBe(1)
  })

  test('reports nothing for equal rows, and uses the total if more visits came than fit on it', () => {
    expect(waiting(pageOf([5, 4], { last: false }), feedOf(), today, refetched([49, 48], 44, { last: false }))).toBe(44)
    const later = { first: false, last: false }
    expect(waiting(pageOf([5, 4], later), feedOf(), today, refetched([7, 6], 2, later))).toBe(2)
    expect(waiting(pageOf([5, 4], later), feedOf(), today, refetched([5, 4], 0, later))).toBe(0)
  })
})
