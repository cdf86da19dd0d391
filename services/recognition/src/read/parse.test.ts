import { expect, test } from 'vitest'
import { maxMessageBytes, parseRead } from './parse.ts'

const subject = 'recognition.read.019b0000-0000-7000-8000-00000000000a.019b0000-0000-7000-8000-00000000000b'
const message = {
  readId: '019B0000-0000-7000-8000-00000000000C',
  carNumber: '12 가 3456',
  confidence: 0.9,
  recognizedAt: '2026-01-02T03:04:05.678+09:00',
  boundingBox: { x: 1, y: 2, width: 3, height: 4, unit: 'px' },
}
const byDevice = () => false
const parse = (content: object, text = JSON.stringify(content), isTimedByArrival: (id: string) => boolean = byDevice) =>
  parseRead({ subject, storedAt: Date.parse('2026-01-02T00:00:00.000Z'), data: Buffer.from(text) }, isTimedByArrival)
const hashOf = (content: object) => {
  const read = parse(content)
  return typeof read === 'string' ? read : read.contentHash
}

test('a message becomes a read with normalised plate and ids, and only fields of the contract', () => {
  expect(parse(message)).toEqual({
    storeId: '019b0000-0000-7000-8000-00000000000a',
    deviceId: '019b0000-0000-7000-8000-00000000000b',
    readId: '019b0000-0000-7000-8000-00000000000c',
    carNumber: '12가3456',
    raw: '12 가 3456',
    confidence: 0.9,
    recognizedAt: Date.parse('2026-01-01T18:04:05.678Z'),
    receivedAt: Date.parse('2026-01-02T00:00:00.000Z'),
    direction: null,
    candidates: null,
    imageId: null,
    boundingBox: { x: 1, y: 2, width: 3, height: 4 },
    trackId: null,
    contentHash: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test.each([
  { recognizedAt: '2026-01-01T18:04:05.678Z' },
  { direction: 'in' },
  { direction: null },
  { imageId: null },
  { trackId: null },
  { note: 'unknown fields say nothing' },
])('the same content: %j', (change) => {
  expect(hashOf({ ...message, ...change })).toBe(hashOf(message))
})

test.each([
  { carNumber: '12가3456' },
  { confidence: 0.91 },
  { recognizedAt: '2026-01-01T18:04:05.679Z' },
  { direction: 'out' },
  { candidates: [] },
  { imageId: message.readId },
  { boundingBox: undefined },
  { trackId: 'a' },
])('other content: %j', (change) => {
  expect(hashOf({ ...message, ...change })).not.toBe(hashOf(message))
})

test('a message has at most the size that a device may send', () => {
  expect(parse(message, JSON.stringify(message).padEnd(maxMessageBytes - 2))).toBeTypeOf('object')
  expect(parse(message, JSON.stringify(message).padEnd(maxMessageBytes + 1))).toBe('tooLarge')
})

test('a leap second is rejected', () => {
  expect(parse({ ...message, recognizedAt: '2016-12-31T23:59:60Z' })).toBe('field:recognizedAt')
})

test('candidates keep only fields of the contract, and the image id becomes lower case', () => {
  const candidates = [{ carNumber: '12거3456', confidence: 0.4, note: 'unknown' }]
  expect(parse({ ...message, candidates, imageId: message.readId })).toMatchObject({
    candidates: [{ carNumber: '12거3456', confidence: 0.4 }],
    imageId: '019b0000-0000-7000-8000-00000000000c',
  })
  expect(JSON.stringify(parse({ ...message, candidates }))).not.toContain('unknown')
})

test.each([
  ['{', 'notJson'],
  ['', 'notJson'],
  ['null', 'field:'],
  [JSON.stringify({ ...message, readId: undefined }), 'field:readId'],
  [JSON.stringify({ ...message, readId: null }), 'field:readId'],
  [JSON.stringify({ ...message, confidence: 2 }), 'field:confidence'],
  [JSON.stringify({ ...message, candidates: [null] }), 'field:candidates.0'],
  [
    JSON.stringify({ ...message, candidates: [{ carNumber: '12가3456', confidence: '1' }] }),
    'field:candidates.0.confidence',
  ],
  [JSON.stringify({ ...message, candidates: [{ carNumber: '12가3456' }] }), 'field:candidates.0.confidence'],
  [JSON.stringify({ ...message, boundingBox: { x: 1, y: 2, width: 3 } }), 'field:boundingBox.height'],
  [JSON.stringify({ ...message, trackId: '' }), 'field:trackId'],
  [JSON.stringify({ ...message, trackId: 'x'.repeat(10_000) }), 'field:trackId'],
  [JSON.stringify({ ...message, trackId: 'a\u0000' }), 'field:trackId'],
  [JSON.stringify({ ...message, trackId: 7 }), 'field:trackId'],
  [JSON.stringify({ ...message, recognizedAt: '2026-01-03T00:00:00.000Z' }), 'inTheFuture'],
  [JSON.stringify({ ...message, recognizedAt: '2024-01-03T00:00:00.000Z' }), 'tooOld'],
])('%s is not a read: %s', (content, fault) => {
  expect(parse({}, content)).toBe(fault)
})

test('invalid UTF-8 and invalid subjects are reported first', () => {
  const data = Buffer.from([0x22, 0xff, 0xfe, 0x22])
  expect(parseRead({ subject, storedAt: 0, data }, byDevice)).toBe('notText')
  expect(parseRead({ subject: 'recognition.read.here', storedAt: 0, data }, byDevice)).toBe('subject')
})

test('the arrival time replaces any clock of a device, and a repetition is the same read', () => {
  for (const recognizedAt of ['2030-01-01T00:00:00Z', '2001-01-01T00:00:00Z']) {
    const wrong = { ...message, recognizedAt }
    expect(['inTheFuture', 'tooOld']).toContain(parse(wrong))
    expect(parse(wrong, undefined, (id) => id.endsWith('b'))).toMatchObject({
      recognizedAt: Date.parse('2026-01-02T00:00:00.000Z'),
    })
  }
  const timed = parse(message, undefined, () => true)
  expect(typeof timed === 'string' ? timed : timed.contentHash).toBe(hashOf(message))
})
