import { testPlate } from '@kingcar/contract'
import { describe, expect, test } from 'vitest'
import { isTestRead, parseReadSubject, rejectionOf, timeError } from './read.ts'

const storeId = '019b0000-0000-7000-8000-00000000000a'
const deviceId = '019b0000-0000-7000-8000-00000000000b'

test('the subject has store and device, in either case', () => {
  expect(parseReadSubject(`recognition.read.${storeId}.${deviceId.toUpperCase()}`)).toEqual({ storeId, deviceId })
})

test.each([
  `recognition.read.${storeId}`,
  `recognition.read.${storeId}.${deviceId}.more`,
  `recognition.read.${storeId}.device`,
  `recognition.read.*.${deviceId}`,
  `recognition.heartbeat.${storeId}.${deviceId}`,
  `recognition.read.${storeId} .${deviceId}`,
])('%s is not a subject of a read', (subject) => {
  expect(parseReadSubject(subject)).toBeUndefined()
})

describe('the time of a read', () => {
  const receivedAt = Date.parse('2026-03-31T12:00:00.000Z')
  test.each([
    ['2026-03-31T12:05:00.000Z', undefined],
    ['2026-03-31T12:05:00.001Z', 'inTheFuture'],
    ['2025-02-28T11:59:59.999Z', 'tooOld'],
    ['2025-02-28T12:00:00.000Z', undefined],
  ])('%s: %s', (recognizedAt, fault) => {
    expect(timeError(Date.parse(recognizedAt), receivedAt)).toBe(fault)
  })
  test.each([
    ['2025-02-15T11:59:59.999Z', 'tooOld'],
    ['2025-02-15T12:00:00.000Z', undefined],
  ])('at most thirteen calendar months old, on the same day of the month: %s: %s', (recognizedAt, fault) => {
    expect(timeError(Date.parse(recognizedAt), Date.parse('2026-03-15T12:00:00.000Z'))).toBe(fault)
  })
})

test.each([
  [{ carNumber: '12가3456', confidence: 0.8, direction: null }, null],
  [{ carNumber: '12가3456', confidence: 0.8, direction: 'in' as const }, null],
  [{ carNumber: '12가3456', confidence: 0.79, direction: null }, 'confidence'],
  [{ carNumber: '12각3456', confidence: 0.1, direction: null }, 'plate'],
  [{ carNumber: '12가3456', confidence: 1, direction: 'out' as const }, 'direction'],
])('%j is rejected for %s', (read, rejection) => {
  expect(rejectionOf(read, { minimumConfidence: 0.8, role: 'both' })).toBe(rejection)
})

test('the test plate is a test and not a visit', () => {
  expect(testPlate).toBe('00가0000')
  expect([isTestRead({ carNumber: testPlate }), isTestRead({ carNumber: '12가3456' })]).toEqual([true, false])
  expect(
    rejectionOf({ carNumber: testPlate, confidence: 1, direction: null }, { minimumConfidence: 0.8, role: 'both' }),
  ).toBe('plate')
})
