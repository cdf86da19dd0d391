import { expect, test } from 'vitest'
import { stayedText } from './stayed.ts'

test.each([
  [0, '1분 미만'],
  [59, '1분 미만'],
  [60, '1분'],
  [3_599, '59분'],
  [3_600, '1시간'],
  [3_900, '1시간 5분'],
  [90_000, '25시간'],
])('%i seconds: %s', (seconds, text) => {
  expect(stayedText(seconds)).toBe(text)
})
