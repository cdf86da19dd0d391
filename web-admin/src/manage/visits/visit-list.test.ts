import type { LiveEvent, VisitRow } from '@kingcar/contract'
import { describe, expect, test } from 'vitest'
import { currentVisits, type KnownVisits } from './visit-list.ts'

const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 0, n)).toISOString()
const store = 'store-1'
const visitAt = (n: number): VisitRow => ({
  ...{ id: `visit-${n}`, storeId: store, storeName: '강남점', deviceId: null, carNumber: '12가3456', memberId: null },
  ...{ name: '방문객', visitCount: 1, recognizedAt: minute(n), latestReadAt: minute(n), receivedAt: minute(n) },
  ...{ reads: 1, late: false, productUsed: null, mergedInto: null, suggestedCarNumber: null },
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
const heard = (...events: LiveEvent[]): KnownVisits =>
  new Map(events.map((event, index) => [event.visitId, { event, at: 11 + index }]))

/** The visits of these minutes, asked for after ten events. */
function asked(minutes: number[], { first = true, last = true } = {}) {
  const content = minutes.map(visitAt)
  const counts = { numberOfElements: content.length, totalElements: 100, totalPages: 5, empty: content.length === 0 }
  const page = { content, number: first ? 0 : 1, size: 20, ...counts, first, last }
  return { page, asOf: 10, askedAt: Date.parse(minute(50)) }
}
const today = { from: '2026-11-21', to: '2026-11-21' }
const waiting = (...given: Parameters<typeof currentVisits>) => currentVisits(...given).waiting

describe('rows', () => {
  test('take over what changed and keep their places', () => {
    const events = heard(eventAt(3, { reads: 4, name: '홍길동' }), eventAt(5, { mergedInto: 'visit-3' }))
    const { rows } = currentVisits(asked([5, 4, 3]), events, today)
    expect(rows.map(({ id, reads, name, mergedInto }) => [id, reads, name, mergedInto])).toEqual([
      ['visit-5', 1, '방문객', 'visit-3'],
      ['visit-4', 1, '방문객', null],
      ['visit-3', 4, '홍길동', null],
    ])
  })

  test('keep what is proposed for their plate as long as they have it', () => {
    const page = asked([5, 4])
    for (const row of page.page.content) row.suggestedCarNumber = '12거3456'
    const events = heard(eventAt(5, { reads: 2 }), eventAt(4, { carNumber: '12거3456' }))
    expect(currentVisits(page, events, today).rows.map((row) => row.suggestedCarNumber)).toEqual(['12거3456', null])
  })

  test('are newer than what was heard before they were asked for', () => {
    const before: KnownVisits = new Map([['visit-5', { event: eventAt(5, { reads: 9 }), at: 10 }]])
    expect(currentVisits(asked([5]), before, today).rows[0]?.reads).toBe(1)
  })
})

describe('a visit that is not on show', () => {
  test('waits when it is new, whatever became of it, unless it was merged away', () => {
    expect(waiting(asked([5]), heard(eventAt(6), eventAt(7, { reads: 3 })), today)).toBe(2)
    expect(waiting(asked([5]), heard(eventAt(6, { mergedInto: 'visit-5' })), today)).toBe(0)
  })

  test('is of yesterday or of another store: it belongs to another list', () => {
    expect(waiting(asked([5]), heard(eventAt(6)), { from: '2026-11-22' })).toBe(0)
    expect(waiting(asked([5]), heard(eventAt(6)), { to: '2026-11-20' })).toBe(0)
    expect(waiting(asked([5]), heard(eventAt(6)), { ...today, storeId: 'store-2' })).toBe(0)
  })

  test('has the plate that is searched for, or its last digits', () => {
    const events = heard(eventAt(6), eventAt(7, { carNumber: '34나3456' }), eventAt(8, { carNumber: '12가0001' }))
    expect(
      ['12가 3456', '3456', '0001', '9999'].map((carNumber) => waiting(asked([5]), events, { carNumber })),
    ).toEqual([1, 2, 1, 0])
  })

  test('may be anybody’s: of a list of one member, or of guests, nothing waits', () => {
    expect(waiting(asked([5]), heard(eventAt(6)), { member: '홍길동' })).toBe(0)
    expect(waiting(asked([5]), heard(eventAt(6)), { kind: 'guest' })).toBe(0)
  })

  test('may stand on a later page: then it is not new', () => {
    expect(waiting(asked([5, 4], { last: false }), heard(eventAt(3), eventAt(6)), today)).toBe(1)
    expect(waiting(asked([5, 4]), heard(eventAt(3)), today)).toBe(1)
  })

  test('is new to a later page when it came after that was asked for', () => {
    expect(waiting(asked([5, 4], { first: false }), heard(eventAt(49), eventAt(51)), today)).toBe(1)
  })
})

test('an empty list waits for its first visit', () => {
  expect(currentVisits(asked([]), heard(eventAt(1)), today)).toEqual({ rows: [], waiting: 1 })
})
