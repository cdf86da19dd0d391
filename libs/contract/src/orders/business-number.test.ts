import { expect, test } from 'vitest'
import { isBusinessNumber } from './business-number.ts'

// Of well-known companies, as their web sites name them.
test.each(['124-81-00998', '1248100998', '120-81-47521', '220-81-62517'])('%s is a business number', (number) => {
  expect(isBusinessNumber(number)).toBe(true)
})

test('a number with any one wrong digit is none', () => {
  const right = '1248100998'
  const wrong = [...right].flatMap((digit, at) =>
    [...'0123456789']
      .filter((other) => other !== digit)
      .map((other) => right.slice(0, at) + other + right.slice(at + 1)),
  )
  expect(wrong.filter(isBusinessNumber)).toEqual([])
  expect(['', '124810099', '12481009988', '124-81-0099a'].filter(isBusinessNumber)).toEqual([])
})
