import { describe, expect, test } from 'vitest'
import type { RingEntry } from './event.ts'
import { encodeFrame, framePayload } from './frame.ts'
import { createFrameBatches, createView } from './frame-batches.ts'
import { createRing } from './ring.ts'

const entry = (sequence: number, storeId = 'a', size = 0): RingEntry => ({
  sequence,
  visitId: String(sequence),
  revision: 1,
  storeId,
  frame: encodeFrame(`${sequence}${'.'.repeat(size)}`),
  masked: () => encodeFrame(`*${sequence}`),
})
const view = createView(undefined, false)
const texts = (frames: readonly Buffer[]) => frames.map((bytes) => framePayload(bytes).toString())
const filled = (limits: { events: number; bytes: number }, total: number, size = 0) => {
  const ring = createRing(limits, 0)
  for (let sequence = 1; sequence <= total; sequence++) ring.push(entry(sequence, sequence % 2 ? 'a' : 'b', size))
  return ring
}

describe('the ring', () => {
  test('keeps the latest events, limited by count and by bytes', () => {
    const byCount = filled({ events: 10, bytes: 1e9 }, 5_000)
    expect([byCount.first, byCount.last]).toEqual([4_991, 5_000])
    expect([...byCount.after(4_997)].map(({ sequence }) => sequence)).toEqual([4_998, 4_999, 5_000])
    expect([...byCount.after(0)]).toHaveLength(10)
    const byBytes = filled({ events: 1e9, bytes: 1_000 }, 5_000, 92)
    expect([...byBytes.after(0)]).toHaveLength(10)
  })

  test('starts empty after the given sequence', () => {
    const ring = createRing({ events: 10, bytes: 100 }, 41)
    expect([ring.first, ring.last]).toEqual([42, 41])
    ring.skip(42)
    expect([ring.first, ring.last]).toEqual([42, 42])
  })

  test('drops everything before a jump in the sequence, so that viewers get a gap', () => {
    const ring = filled({ events: 10, bytes: 1e9 }, 5)
    ring.push(entry(9))
    expect([ring.first, ring.last, [...ring.after(0)].length]).toEqual([9, 9, 1])
    ring.skip(12)
    expect([ring.first, ring.last, [...ring.after(0)].length]).toEqual([12, 12, 0])
  })

  test('starts again with a recreated stream', () => {
    const ring = filled({ events: 10, bytes: 1e9 }, 100)
    ring.restart(0)
    ring.push(entry(1))
    expect([ring.first, ring.last, [...ring.after(0)].length]).toEqual([1, 1, 1])
  })
})

describe('batches', () => {
  test('hold the following events, as the same bytes for all viewers at the same position', () => {
    const batches = createFrameBatches(filled({ events: 10, bytes: 1e9 }, 5))
    const batch = batches.next(3, view)
    expect(texts(batch?.frames ?? [])).toEqual(['4', '5'])
    expect(batch?.reached).toBe(5)
    expect(batches.next(3, view)).toBe(batch)
    batches.endTick()
    expect(batches.next(3, view)).not.toBe(batch)
    expect(batches.next(5, view)).toBeUndefined()
    expect(batches.next(6, view)).toBeUndefined()
  })

  test('filter by store, and mask on request', () => {
    const batches = createFrameBatches(filled({ events: 10, bytes: 1e9 }, 5))
    const next = (stores: string[], masked = false) => batches.next(0, createView(stores, masked))
    expect(texts(next(['b'])?.frames ?? [])).toEqual(['2', '4'])
    expect(texts(next(['b'], true)?.frames ?? [])).toEqual(['*2', '*4'])
    expect(texts(next(['a', 'b'])?.frames ?? [])).toEqual(['1', '2', '3', '4', '5'])
    expect(next(['b', 'a'])).toBe(next(['a', 'b']))
    for (const none of [['c'], []]) expect(next(none)).toMatchObject({ frames: [], reached: 5 })
  })

  test('begin with a gap, both ends inclusive', () => {
    const batches = createFrameBatches(filled({ events: 3, bytes: 1e9 }, 10))
    expect(texts(batches.next(2, view)?.frames ?? [])).toEqual(['{"type":"gap","from":3,"to":7}', '8', '9', '10'])
    expect(texts(batches.next(7, view)?.frames ?? [])).toEqual(['8', '9', '10'])
  })

  test('have limited length, and the next one continues', () => {
    const batches = createFrameBatches(filled({ events: 1e9, bytes: 1e9 }, 1_000, 1_000))
    const seen: number[] = []
    for (let batch = batches.next(0, view); batch; batch = batches.next(batch.reached, view)) {
      expect(batch.bytes.length).toBeLessThan(70_000)
      seen.push(...texts(batch.frames).map(Number.parseFloat))
    }
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 1))
  })
})

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 100_000])('a frame of %i bytes encodes its length', (length) => {
  const bytes = encodeFrame('x'.repeat(length))
  expect(bytes.buffer.byteLength, 'it keeps nothing but itself').toBe(bytes.length)
  expect(bytes[0]).toBe(0x81)
  expect(framePayload(bytes).length).toBe(length)
  const stated = length < 126 ? bytes[1] : length < 65_536 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  expect(stated).toBe(length)
})
