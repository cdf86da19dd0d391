import fc from 'fast-check'
import { expect, test } from 'vitest'
import { referenceDoubts } from '../../test/reference-visits.ts'
import { type Evidence, isDoubtful } from './doubt.ts'

const window = 10_000
const reading = (carNumber: string, seconds: number, confidence: number, fields: Partial<Evidence> = {}): Evidence => ({
  ...{ storeId: 's', deviceId: 'd', readId: `${carNumber} ${seconds}`, carNumber, confidence },
  ...{ recognizedAt: seconds * 1_000, candidates: [], isCertain: false },
  ...fields,
})
const doubts = (reads: Evidence[], lookalikeMs = window) =>
  reads.flatMap((read) => (isDoubtful(read, reads, lookalikeMs) ? [read.readId] : []))

const wrong = reading('31거7654', 0, 0.91)
const right = reading('31가7654', 0.6, 0.94)

test('of two plates that look alike, the less likely one is doubtful', () => {
  expect(doubts([wrong, right])).toEqual(['31거7654 0'])
  expect(doubts([right, wrong])).toEqual(['31거7654 0'])
  expect(doubts([right, wrong], 0)).toEqual([])
  expect(doubts([wrong, reading('31가7654', 10, 0.94)])).toEqual(['31거7654 0'])
  expect(doubts([wrong, reading('31가7654', 10.001, 0.94)])).toEqual([])
  expect(doubts([wrong, { ...right, storeId: 'other' }])).toEqual([])
  expect(doubts([wrong, reading('31나7654', 1, 0.99)])).toEqual([])
})

test('of equals, the one that was read more often, then earlier, then the smaller one is right', () => {
  expect(doubts([reading('31가7654', 0, 0.9), reading('31거7654', 1, 0.9)])).toEqual(['31거7654 1'])
  expect(doubts([reading('31가7654', 0, 0.9), reading('31거7654', 1, 0.9), reading('31거7654', 2, 0.9)])).toEqual([
    '31가7654 0',
  ])
  expect(doubts([reading('31가7654', 0, 0.9), reading('31거7654', 0, 0.9)])).toEqual(['31거7654 0'])
})

test('a plate with a good reading is not doubtful because of a worse one', () => {
  expect(doubts([right, reading('31거7654', 1, 0.92), reading('31가7654', 2, 0.85)])).toEqual(['31거7654 1'])
})

test.each(['37거7654', '12나3456'])('a candidate makes any two plates similar: %s', (plate) => {
  const far = reading(plate, 1, 0.9)
  const doubtful = [`${plate} 1`]
  expect(doubts([right, far])).toEqual([])
  expect(doubts([right, { ...far, candidates: ['31가7654'] }])).toEqual(doubtful)
  expect(doubts([{ ...right, candidates: [plate] }, far])).toEqual(doubtful)
  expect(doubts([right, far, reading('31가7654', 8, 0.9, { candidates: [plate] })])).toEqual(doubtful)
  expect(doubts([right, far, reading('31가7654', 11, 0.92, { candidates: [plate] })])).toEqual(doubtful)
  expect(doubts([right, far, reading('31가7654', 11.1, 0.92, { candidates: [plate] })])).toEqual([])
})

test('what an administrator decided is not doubtful', () => {
  expect(doubts([{ ...wrong, isCertain: true }, right])).toEqual([])
})

const anyPlate = fc.constantFrom('31가7654', '31거7654', '31가7854', '37거7654', '12나3456', '99하1111')

test('property: any set of reads has the doubts of the definition', () => {
  const reads = fc.array(
    fc
      .record({
        carNumber: anyPlate,
        candidates: fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.array(anyPlate, { maxLength: 2 }) },
        ),
        confidence: fc.constantFrom(0.8, 0.9, 0.95),
        at: fc.integer({ min: 0, max: 60 }),
        isCertain: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      })
      .map(({ carNumber, at, confidence, ...fields }) => reading(carNumber, at, confidence, fields)),
    { minLength: 1, maxLength: 25 },
  )
  fc.assert(
    fc.property(reads, (all) => {
      expect(all.map((read) => isDoubtful(read, all, window))).toEqual(referenceDoubts(all, window))
    }),
    { numRuns: 1_000 },
  )
})
