import { type DeadLetterReason, describeDeadLetterReason, ReadMessage } from '@kingcar/contract'
import { expect, test } from 'vitest'

type Named = Exclude<DeadLetterReason, `field:${string}` | `refused:${string}`>
/** A reason that is missing here, or has no sentence, does not compile. */
const named: Record<Named, true> = {
  subject: true,
  tooLarge: true,
  notText: true,
  notJson: true,
  inTheFuture: true,
  tooOld: true,
  unknownDevice: true,
  readIdReused: true,
}
const fields = Object.keys(ReadMessage.properties).map((field): DeadLetterReason => `field:${field}`)
const faults: DeadLetterReason[] = [...(Object.keys(named) as Named[]), ...fields, 'field:', 'refused:22P05']

test('every reason has its own sentence in both languages', () => {
  const sentences = faults.map((fault) => describeDeadLetterReason(fault))
  for (const { ko, en } of sentences) {
    expect(ko).toMatch(/[가-힣]+.*[.]$/)
    expect(en).toMatch(/^[A-Za-z .0-9;-]+[.]$/)
  }
  expect(new Set(sentences.map(({ ko }) => ko)).size).toBe(faults.length)
  expect(new Set(sentences.map(({ en }) => en)).size).toBe(faults.length)
})

test("a vendor's field has its path", () => {
  const { ko, en } = describeDeadLetterReason('field:ANPR.licensePlate')
  expect([ko, en]).toEqual([expect.stringContaining('ANPR.licensePlate'), expect.stringContaining('ANPR.licensePlate')])
})

test('a nested field has its full path', () => {
  const { ko, en } = describeDeadLetterReason('field:candidates.0.confidence')
  expect([ko, en]).toEqual([
    expect.stringContaining('candidates.0.confidence'),
    expect.stringContaining('candidates.0.'),
  ])
})
