import { expect, test } from 'vitest'
import { type Latest, nothingYet, receive } from './latest.ts'
import type { Arrival } from './live-message.ts'

const arrival = (visitId: string, sequence: number, fields: Partial<Arrival> = {}): Arrival => ({
  visitId,
  sequence,
  name: visitId,
  carNumber: visitId,
  visitCount: 1,
  storeName: 's',
  recognizedAt: sequence,
  reads: 1,
  late: false,
  mergedInto: null,
  test: false,
  ...fields,
})
const after = (...arrivals: Arrival[]): Latest => arrivals.reduce(receive, nothingYet)
const card = ({ shown, entrance }: Latest) => [shown?.visitId, shown?.sequence, entrance]

test('each new visit takes the card', () => {
  expect(card(after(arrival('a', 1), arrival('b', 2)))).toEqual(['b', 2, 2])
})

test('the same visit updates the card in place', () => {
  const latest = after(arrival('a', 1), arrival('a', 2, { name: '홍길동', reads: 2 }))
  expect(card(latest)).toEqual(['a', 2, 1])
  expect(latest.shown?.name).toBe('홍길동')
})

test('a repeated or outdated event changes nothing', () => {
  const latest = after(arrival('a', 5), arrival('b', 6))
  expect(receive(latest, arrival('b', 6))).toBe(latest)
  expect(receive(latest, arrival('a', 4, { reads: 9 }))).toBe(latest)
})

test('an earlier visit takes the card back only when its car was read again', () => {
  const latest = after(arrival('a', 1), arrival('b', 2))
  expect(card(receive(latest, arrival('a', 3)))).toEqual(['b', 2, 2])
  expect(card(receive(latest, arrival('a', 3, { reads: 2 })))).toEqual(['a', 3, 3])
})

test('a merged visit takes nothing, and the one it was merged into follows on its card', () => {
  const merged = { mergedInto: 'a' }
  const latest = after(arrival('b', 1, { carNumber: 'x' }), arrival('b', 2, { carNumber: 'x', ...merged }))
  expect(card(latest)).toEqual(['b', 2, 1])
  expect(card(receive(latest, arrival('a', 3, { carNumber: 'x', reads: 3 })))).toEqual(['a', 3, 1])
  expect(card(after(arrival('b', 1), arrival('c', 2, merged)))).toEqual(['b', 1, 1])
  expect(after(arrival('c', 1, merged)).shown).toBeNull()
})

test('the surviving visit may come before the news of the merge', () => {
  const latest = after(
    arrival('b', 1, { carNumber: 'x', recognizedAt: 100 }),
    arrival('a', 2, { carNumber: 'x', recognizedAt: 50, reads: 3 }),
    arrival('b', 3, { carNumber: 'x', recognizedAt: 100, mergedInto: 'a' }),
  )
  expect(card(latest)).toEqual(['a', 2, 1])
})

test('resumes after the last event received, also where the numbers began anew', () => {
  expect(after(arrival('a', 900), arrival('b', 1)).resumeAfter).toBe(1)
  expect(card(after(arrival('a', 900), arrival('b', 1)))).toEqual(['b', 1, 2])
})

test('events without a number are taken as they come', () => {
  const latest = after(arrival('a', 0, { sequence: null }), arrival('b', 0, { sequence: null }))
  expect(latest.shown?.visitId).toBe('b')
  expect(latest.resumeAfter).toBeNull()
})

test('remembers a bounded number of visits', () => {
  const many = Array.from({ length: 1500 }, (_, index) => arrival(`v${index}`, index))
  const latest = after(...many)
  expect(latest.known.size).toBe(1000)
  expect(latest.shown?.visitId).toBe('v1499')
})
