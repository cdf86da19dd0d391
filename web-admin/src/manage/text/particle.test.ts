import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { particleOf, withParticle } from './particle.ts'

describe('a particle follows the pronunciation of the word', () => {
  test.each([
    ['손세차', '손세차를', '손세차로'],
    ['정기 세차권', '정기 세차권을', '정기 세차권으로'],
    ['실내 클리닝 풀', '실내 클리닝 풀을', '실내 클리닝 풀로'],
    ['128가4563', '128가4563을', '128가4563으로'],
    ['128가4567', '128가4567을', '128가4567로'],
    ['128가4562', '128가4562를', '128가4562로'],
    ['세차 10', '세차 10을', '세차 10으로'],
    ['손세차 (10회)', '손세차 (10회)를', '손세차 (10회)로'],
    ['VIP', 'VIP를', 'VIP로'],
    ['코팅 XL', '코팅 XL을', '코팅 XL로'],
    ['PPM', 'PPM을', 'PPM으로'],
    ['Premium', 'Premium을', 'Premium으로'],
    ['Basic', 'Basic을', 'Basic으로'],
    ['Gold', 'Gold를', 'Gold로'],
    ['Special', 'Special을', 'Special로'],
    ['', '를', '로'],
    ['…', '…를', '…로'],
  ])('%s', (word, object, direction) => {
    expect([withParticle(word, '을/를'), withParticle(word, '으로/로')]).toEqual([object, direction])
  })

  test('each pair has a form after a vowel and one after a consonant', () => {
    const pairs = ['은/는', '이/가', '을/를', '과/와', '으로/로'] as const
    expect(pairs.map((pair) => [particleOf('차', pair), particleOf('권', pair)])).toEqual([
      ['는', '은'],
      ['가', '이'],
      ['를', '을'],
      ['와', '과'],
      ['로', '으로'],
    ])
  })
})

test('the final consonant of the last syllable decides, in any normalization form and before any marks', () => {
  const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code))
  const marks = fc.stringMatching(/^[ )\]”’.!]{0,3}$/)
  fc.assert(
    fc.property(fc.string(), syllable, marks, (before, last, after) => {
      const hasFinal = last.normalize('NFD').length === 3
      const word = `${before}${last}${after}`
      expect(particleOf(word, '을/를')).toBe(hasFinal ? '을' : '를')
      expect(particleOf(word.normalize('NFD'), '을/를')).toBe(hasFinal ? '을' : '를')
    }),
  )
})
