import { expect, test } from 'vitest'
import { coveredPhone, spokenPhone } from './phone.ts'

test('numbers are formatted in the Korean style, and masked in lists', () => {
  expect(spokenPhone('+821012345678')).toBe('010-1234-5678')
  expect(spokenPhone('+82111234567')).toBe('011-123-4567')
  expect(spokenPhone('+14155550123')).toBe('+14155550123')
  expect(coveredPhone('+821012345678')).toBe('010-****-5678')
})
