import { isLegalPlate, type ReviewedRead } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choicesOf, maxChoices } from './choices.ts'

const member = (carNumber: string, name = '김민지') => ({ carNumber, name, memberId: 'm', distance: 1 })
const read = (fields: Partial<ReviewedRead>) => ({
  ...{ carNumber: '12가3456', suggestedCarNumber: null, nearestMembers: [], candidates: [] },
  ...fields,
})
const numbers = (fields: Partial<ReviewedRead>) => choicesOf(read(fields)).map(({ carNumber }) => carNumber)

test('the earlier correction is first, then the plate as read, members, and candidates', () => {
  const candidates = [{ carNumber: '12 가 3457', confidence: 0.4 }]
  const nearestMembers = [member('12거3456')]
  expect(numbers({ candidates, nearestMembers })).toEqual(['12가3456', '12거3456', '12가3457'])
  expect(numbers({ nearestMembers, suggestedCarNumber: '12거3456' })).toEqual(['12거3456', '12가3456'])
  expect(numbers({ carNumber: '12A3456', nearestMembers, candidates })).toEqual(['12거3456', '12가3457'])
})

test('a plate is offered once, with the name of its member', () => {
  expect(choicesOf(read({ nearestMembers: [member('12가3456', '이서준')] }))).toEqual([
    { carNumber: '12가3456', source: '이서준 회원' },
  ])
})

test('property: at most five, all legal and distinct', () => {
  const plate = fc.constantFrom(
    '12가3456',
    '12거3456',
    '12나3456',
    '34다5678',
    '34라5678',
    '12가345',
    'ABC',
    '00가0000',
  )
  const fields = fc.record({
    carNumber: plate,
    suggestedCarNumber: fc.option(plate),
    nearestMembers: fc.array(plate.map((each) => member(each))),
    candidates: fc.array(plate.map((carNumber) => ({ carNumber, confidence: 0.5 }))),
  })
  fc.assert(
    fc.property(fields, (any) => {
      const found = numbers(any)
      expect(found.length).toBeLessThanOrEqual(maxChoices)
      expect(found.every(isLegalPlate)).toBe(true)
      expect(new Set(found).size).toBe(found.length)
    }),
  )
})
