import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseLine, normaliseLines } from './text.ts'

test('a line is in NFC, trimmed and without direction characters', () => {
  expect(normaliseLine(' 킹카\r\n세차\u202e '.normalize('NFD'))).toBe('킹카 세차')
  expect(normaliseLine('\u3000\u00a0\t\n')).toBe('')
  expect(normaliseLine('가족 👨‍👩‍👧')).toBe('가족 👨‍👩‍👧')
  expect(normaliseLine('김\u200b민지')).toBe('김\u200b민지')
})

test.each(['\u200b', '\u3164', ' \u2800\u00ad ', '\ufeff\u2060'])('%j shows nothing, and is empty', (text) => {
  expect([normaliseLine(text), normaliseLines(`${text}\n${text}`)]).toEqual(['', ''])
})

test('line breaks are kept in texts of several lines', () => {
  expect(normaliseLines(' 첫째\r\n\r\n둘째\r셋째\u2028넷째\t끝\u0007\u202e. \n')).toBe('첫째\n\n둘째\n셋째\n넷째\t끝 .')
})

test.each([
  [normaliseLine, /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u],
  [normaliseLines, /(?![\n\t])[\p{Cc}\u2028-\u202e\u2066-\u2069]/u],
])('property: %o is idempotent and removes control characters', (tidy, unruly) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const kept = tidy(text)
      expect(tidy(kept)).toBe(kept)
      expect(kept).not.toMatch(unruly)
    }),
  )
})
