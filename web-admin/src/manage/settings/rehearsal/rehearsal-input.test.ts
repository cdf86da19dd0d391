import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningOf, dateOf } from '../../text/format.ts'
import { text } from './copy.ts'
import { currentValues, faultsOf, latestDays, type RehearsalForm, typedValues } from './rehearsal-input.ts'

const current = { minConfidence: 0.8, revisitSeconds: 600, lookalikeSeconds: 10 }
const days = latestDays(Date.parse('2026-11-28T15:00:00.000Z')) // the 29th in Seoul
const form = (fields: Partial<RehearsalForm> = {}): RehearsalForm => ({
  ...{ ...days, storeId: '' },
  ...{ minConfidence: '0.7', revisitSeconds: '600', lookalikeSeconds: '10' },
  ...fields,
})

test('the usual period is the 31 days in Seoul that end today, and has no fault', () => {
  expect(days).toEqual({ from: '2026-10-30', to: '2026-11-29' })
  expect(faultsOf(form(), current)).toEqual({})
})

test('a period has at least one day and at most 31', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), (length) => {
      const { to } = faultsOf(
        form({ from: '2026-03-01', to: dateOf(beginningOf('2026-03-01') + length * 86_400_000) }),
        current,
      )
      const expected = length < 0 ? text.daysInOrder : length >= 31 ? text.tooManyDays(31) : undefined
      expect(to).toBe(expected)
    }),
  )
  expect(faultsOf(form({ from: '', to: '' }), current)).toEqual({ from: text.dayRequired, to: text.dayRequired })
})

test('a value that is no number is a fault, and so are values that all equal the current ones', () => {
  expect(Object.keys(faultsOf(form({ revisitSeconds: ' ' }), current))).toEqual(['revisitSeconds'])
  expect(faultsOf(form({ minConfidence: '0.80' }), current)).toEqual({ minConfidence: text.unchanged })
  expect(faultsOf(form({ minConfidence: '0.8', lookalikeSeconds: '0' }), current)).toEqual({})
})

test('the form starts with what is typed, else with the value in force, else with the default', () => {
  const setting = { key: 'recognition.revisitSeconds', value: 900, description: null, updatedAt: null, updatedBy: null }
  const values = currentValues([setting])
  expect(values).toEqual({ ...current, revisitSeconds: 900 })
  expect(typedValues(new Map([['recognition.lookalikeSeconds', '']]), values)).toEqual({
    ...{ minConfidence: '0.8', revisitSeconds: '900', lookalikeSeconds: '' },
  })
})
