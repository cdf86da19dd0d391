import { AppError, contract, ReadMessage } from '@kingcar/contract'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { translateFrigate } from './frigate.ts'
import { translateOpenAlpr } from './openalpr.ts'
import { toReadMessage, type VendorRead } from './vendor-read.ts'

const { receiveFrigate, receiveOpenAlpr } = contract.recognition
const deviceId = '019b0000-0000-7000-8000-00000000000a'

const group = {
  deviceId,
  data_type: 'alpr_group',
  best_uuid: 'HJ3-camera-1767322800123',
  best_plate_number: '12가3456',
  best_confidence: 94.25,
  epoch_start: 1_767_322_800_123,
  candidates: [
    { plate: '12가3456', confidence: 94.25, matches_template: 1 },
    { plate: '12가3458', confidence: 71.5, matches_template: 0 },
  ],
}
const lpr = {
  deviceId,
  type: 'lpr',
  id: '1767322800.1-abc',
  plate: 'ab 123',
  score: 0.93,
  timestamp: 1_767_322_800.123,
}

const id = (read: VendorRead | undefined, device = deviceId) => read && toReadMessage('v', device, read).readId
const pathsOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof AppError ? error.details?.map(({ path }) => path) : error
  }
  return undefined
}

describe('OpenALPR', () => {
  test('a group becomes a read', () => {
    expect(translateOpenAlpr(group)).toEqual({
      eventId: group.best_uuid,
      carNumber: '12가3456',
      confidence: 0.9425,
      recognizedAt: '2026-01-02T03:00:00.123Z',
      candidates: [
        { carNumber: '12가3456', confidence: 0.9425 },
        { carNumber: '12가3458', confidence: 0.715 },
      ],
    })
  })

  test.each(['heartbeat', 'alpr_results', 'vehicle', ''])('%j is none', (data_type) => {
    expect(translateOpenAlpr({ deviceId, data_type })).toBeUndefined()
  })

  test.each([
    ['best_plate_number', undefined],
    ['best_plate_number', null],
    ['best_plate_number', ' '],
    ['best_plate_number', '1'.repeat(33)],
    ['best_confidence', null],
    ['best_confidence', -1],
    ['best_confidence', 100.1],
    ['epoch_start', undefined],
    ['epoch_start', -1],
    ['epoch_start', 8.7e15],
  ])('%s %j is refused', (name, value) => {
    expect(pathsOf(() => translateOpenAlpr({ ...group, [name]: value }))).toEqual([name])
  })

  test('of other readings ten are kept, and what is none is left out', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ plate: `${at}`, confidence: 50 }))
    const candidates = [null, 'x', {}, { plate: '', confidence: 1 }, { plate: 'a', confidence: 101 }, ...many]
    expect(translateOpenAlpr({ ...group, candidates })?.candidates).toHaveLength(10)
    for (const none of [undefined, null, 'x', {}, [], [null]])
      expect(translateOpenAlpr({ ...group, candidates: none })).not.toHaveProperty('candidates')
  })
})

describe('Frigate', () => {
  test('a plate of an object becomes a read, as it was written', () => {
    expect(translateFrigate(lpr)).toEqual({
      eventId: lpr.id,
      carNumber: 'ab 123',
      confidence: 0.93,
      recognizedAt: '2026-01-02T03:00:00.123Z',
    })
  })

  test.each(['description', 'face', 'classification'])('%s is none', (type) => {
    expect(translateFrigate({ deviceId, type, score: null })).toBeUndefined()
  })

  test.each([
    ['plate', null],
    ['score', 1.01],
    ['score', undefined],
    ['timestamp', null],
    ['timestamp', 1e300],
  ])('%s %j is refused', (name, value) => {
    expect(pathsOf(() => translateFrigate({ ...lpr, [name]: value }))).toEqual([name])
  })
})

test('a repetition is the same read; another event, content or device is another', () => {
  const first = id(translateFrigate(lpr))
  expect(id(translateFrigate({ ...lpr }))).toBe(first)
  for (const change of [
    { id: 'other' },
    { id: null },
    { plate: 'ab 124' },
    { score: 0.94 },
    { timestamp: 1_767_322_801 },
  ])
    expect(id(translateFrigate({ ...lpr, ...change }))).not.toBe(first)
  expect(id(translateFrigate(lpr), '019b0000-0000-7000-8000-00000000000b')).not.toBe(first)
  expect(id(translateFrigate({ ...lpr, id: null }))).toBe(id(translateFrigate({ ...lpr, id: null })))
})

const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, 1, 100, 1_767_322_800, 1_767_322_800_123),
  fc.constant(null),
)
const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constant('12가3456'), fc.constant(null))
const open = fc.record(
  {
    deviceId: fc.constant(deviceId),
    data_type: fc.constantFrom('alpr_group', 'heartbeat'),
    best_uuid: text,
    best_plate_number: text,
    best_confidence: number,
    epoch_start: number,
    candidates: fc.oneof(fc.anything(), fc.array(fc.record({ plate: text, confidence: number }))),
  },
  { requiredKeys: ['deviceId', 'data_type'] },
)
const update = fc.record(
  {
    deviceId: fc.constant(deviceId),
    type: fc.constantFrom('lpr', 'face'),
    id: text,
    plate: text,
    score: number,
    timestamp: number,
  },
  { requiredKeys: ['deviceId', 'type'] },
)

/** Each input that the contract takes is a valid read, none, or refused with the place. */
function judge(translate: () => VendorRead | undefined): void {
  try {
    const read = translate()
    if (read)
      expect(Value.Check(ReadMessage, JSON.parse(JSON.stringify(toReadMessage('v', deviceId, read))))).toBe(true)
  } catch (error) {
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: expect.stringMatching(/./) }] })
  }
}

test('whatever a vendor sends is a valid read, none, or refused', () => {
  fc.assert(
    fc.property(open, (input) => {
      fc.pre(Value.Check(receiveOpenAlpr.input, input))
      judge(() => translateOpenAlpr(input))
    }),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(update, (input) => {
      fc.pre(Value.Check(receiveFrigate.input, input))
      judge(() => translateFrigate(input))
    }),
    { numRuns: 2_000 },
  )
})
