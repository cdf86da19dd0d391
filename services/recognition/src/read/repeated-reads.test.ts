import { expect, test } from 'vitest'
import type { Read } from './read.ts'
import { createRepeatedReads } from './repeated-reads.ts'

const first = { storeId: 'store', carNumber: '12가3456', recognizedAt: 1_000, candidates: null, trackId: null } as Read

test('a read repeats another one only in the same pass and within the window of the visit', () => {
  const repeated = createRepeatedReads()
  const later = { ...first, recognizedAt: first.recognizedAt + 3_000 }
  expect(repeated.has(later, 60_000)).toBe(false)
  repeated.note(first)
  expect(repeated.has(later, 60_000)).toBe(true)
  expect(repeated.has(later, 3_000)).toBe(false)
  expect(repeated.has({ ...later, recognizedAt: first.recognizedAt + 5_000 }, 60_000)).toBe(false)
  expect(repeated.has({ ...later, trackId: 'track' }, 60_000)).toBe(false)
  expect(repeated.has({ ...later, candidates: [] }, 60_000)).toBe(false)
  expect(repeated.has({ ...later, storeId: 'other' }, 60_000)).toBe(false)
})

test('after a departure the next read of the car begins a visit', () => {
  const repeated = createRepeatedReads()
  repeated.note(first)
  repeated.forget({ ...first, direction: 'out' })
  expect(repeated.has(first, 60_000)).toBe(false)
})
