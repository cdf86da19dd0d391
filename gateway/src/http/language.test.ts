import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test.each([
  [undefined, 'ko'],
  ['', 'ko'],
  ['ko-KR,ko;q=0.9,en-US;q=0.8', 'ko'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['en;q=0.5,ko', 'ko'],
  ['en,ko', 'en'],
  ['ko,en', 'ko'],
  ['EN-us', 'en'],
  ['fr,de;q=0.9', 'ko'],
  ['fr,en;q=0.1', 'en'],
  ['*', 'ko'],
  ['en;q=0', 'ko'],
  ['english', 'ko'],
  [`${'x,'.repeat(1_000)}en`, 'ko'],
])('the language for %j is %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

test.each(['ko', 'ko-', 'en;', 'ko;q=0.', 'en'])(
  '%j with the longest possible run of spaces is parsed quickly',
  (begin) => {
    const header = `${begin}${' '.repeat(16_000)}x`
    const isQuick = () => {
      const began = performance.now()
      expect(languageOf(header)).toBe('ko')
      return performance.now() - began < 10
    }
    // A linear parse takes microseconds, so other load cannot spoil each of the rounds; a quadratic one is slow in all.
    expect(Array.from({ length: 50 }, () => isQuick).some((each) => each())).toBe(true)
  },
)

test.each([
  ['  en ; q=0.5 , ko;q=0.4', 'en'],
  ['en;q=0.5 ,\tko', 'ko'],
])('surrounding spaces are ignored: %j', (header, language) => {
  expect(languageOf(header)).toBe(language)
})
