import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeRecord, type MessageRecord, MessageRecordReader } from './message-record.ts'

const message: fc.Arbitrary<MessageRecord> = fc.record({
  sequence: fc.nat(),
  subject: fc.string({ minLength: 1 }),
  storedAt: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  headers: fc.array(fc.tuple(fc.string(), fc.string())),
  data: fc.uint8Array({ maxLength: 200 }),
})

test('records are decoded as they were encoded, however their bytes are split', () => {
  const read = ({ data, ...head }: MessageRecord) => ({ ...head, data: Buffer.from(data).toString('hex') })
  fc.assert(
    fc.property(fc.array(message), fc.integer({ min: 1, max: 300 }), (messages, size) => {
      const bytes = Buffer.concat(messages.map(encodeRecord))
      const reader = new MessageRecordReader()
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      )
      // each record is read before the next chunk, since its data is a view of the chunk
      const got = pieces.flatMap((piece) => [...reader.decode(piece)].map(read))
      expect(got).toEqual(messages.map(read))
      expect(reader.isComplete).toBe(true)
    }),
  )
})

test('a truncated record is not decoded, and is noticed', () => {
  const bytes = encodeRecord({ sequence: 1, subject: 'a', storedAt: '', headers: [], data: Buffer.from('data') })
  const reader = new MessageRecordReader()
  expect([...reader.decode(bytes.subarray(0, -1))]).toEqual([])
  expect(reader.isComplete).toBe(false)
})
