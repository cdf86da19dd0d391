import { expect, test } from 'vitest'
import { parseTimestamp } from './timestamp.ts'

test('a timestamp with any offset', () => {
  expect(parseTimestamp('2026-12-01T00:00:00+09:00', 'effectiveAt').toISOString()).toBe('2026-11-30T15:00:00.000Z')
})

test.each([
  '2016-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '9999-12-31T23:59:59-09:00',
  '2026-12-01T00:00:00Z[Asia/Seoul]',
])('%s is rejected', (text) => {
  expect(() => parseTimestamp(text, 'effectiveAt')).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED', details: [expect.objectContaining({ path: 'effectiveAt' })] }),
  )
})
