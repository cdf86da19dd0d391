import { gateModes, plateListKinds, useDecisions } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CarAtGate, decideGate } from './rules.ts'

const cars: fc.Arbitrary<CarAtGate> = fc.record({
  lists: fc.uniqueArray(fc.constantFrom(...plateListKinds)),
  mode: fc.constantFrom(...gateModes),
  doubtful: fc.boolean(),
  isMember: fc.boolean(),
  useDecision: fc.option(fc.constantFrom(...useDecisions)),
  hasProduct: fc.boolean(),
})

test('a blocked plate opens no gate, in no mode', () => {
  fc.assert(
    fc.property(cars, (car) => {
      expect(decideGate({ ...car, lists: [...car.lists, 'blocked'] })).toEqual({ open: false, reason: 'blocked' })
    }),
  )
})

test('manual mode opens for every other car, without waiting for a product', () => {
  const others = cars.filter(({ lists }) => !lists.includes('blocked'))
  fc.assert(
    fc.property(others, (car) => {
      expect(decideGate({ ...car, mode: 'manual' })).toEqual({ open: true, reason: 'manual' })
    }),
  )
})

test('otherwise a gate opens for a certain plate that is listed or has a usable product, and for no other', () => {
  const others = cars.filter(({ lists, mode }) => !lists.includes('blocked') && mode === 'automatic')
  fc.assert(
    fc.property(others, (car) => {
      const { lists, doubtful, isMember, useDecision, hasProduct } = car
      const isListed = lists.length > 0
      const isUsable = isMember && (useDecision === 'used' || (useDecision === 'usageOff' && hasProduct))
      const waits = !doubtful && !isListed && isMember && useDecision === null
      const answer = decideGate(car)
      if (waits) expect(answer).toBeNull()
      else expect(answer?.open).toBe(!doubtful && (isListed || isUsable))
    }),
  )
})
