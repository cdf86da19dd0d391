import { isLegalPlate } from '@kingcar/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCarFields } from './car.ts'

/** The syllables of number plates, written out independently of the contract. */
const civil = [...'가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주아바사자배하허호']
const military = [...'육해공국합']
const all = Array.from({ length: 0xd7a3 - 0xac00 + 1 }, (_, at) => String.fromCodePoint(0xac00 + at))

const accepted = (carNumber: string) => {
  try {
    return parseCarFields({ carNumber }).carNumber === carNumber
  } catch {
    return false
  }
}

describe('a plate', () => {
  test('carries one of 40 civil syllables or 5 military ones', () => {
    expect(civil).toHaveLength(40)
    expect(all.filter((syllable) => accepted(`12${syllable}3456`))).toEqual([...civil, ...military].sort())
    for (const before of ['123', '서울12', '경기1', '012'])
      expect(all.filter((syllable) => isLegalPlate(`${before}${syllable}3456`))).toEqual([...civil].sort())
  })

  const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))
  const plates = fc.oneof(
    fc.tuple(fc.constantFrom('', '서울', '제주'), digits(2), fc.constantFrom(...civil), digits(4)),
    fc.tuple(digits(3), fc.constantFrom(...civil), digits(4)),
    fc.tuple(digits(2), fc.constantFrom(...military), digits(4)),
    fc.tuple(fc.constantFrom('외교', '영사', '준외', '준영', '국기', '협정', '대표'), digits(6)),
    fc.tuple(fc.constant('임'), fc.oneof(digits(4), digits(6))),
    fc.tuple(fc.constant('외빈'), digits(3)),
  )
  const separator = fc.constantFrom('', ' ', '\u3000', '-', '\u2013', '\u200b', '.', '·')
  const wide = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))

  test('property: is accepted in NFD, full width and with separators, and normalised', () => {
    const typed = fc.tuple(plates, separator, fc.boolean(), fc.boolean())
    fc.assert(
      fc.property(typed, ([parts, between, apart, full]) => {
        const plate = parts.join('')
        const written = full ? wide(parts.join(between)) : parts.join(between)
        expect(isLegalPlate(plate)).toBe(true)
        expect(parseCarFields({ carNumber: apart ? written.normalize('NFD') : written })).toEqual({ carNumber: plate })
      }),
      { numRuns: 1_000 },
    )
  })
})

test('text is normalised to NFC without surrounding spaces, and empty text to null', () => {
  expect(parseCarFields({ model: '그랜\r\n저', nickname: '\u202e흰둥이 👨‍👩‍👧' })).toEqual({
    model: '그랜 저',
    nickname: '흰둥이 👨‍👩‍👧',
  })
  expect(parseCarFields({ model: ' 그랜저 '.normalize('NFD'), color: '  ', nickname: '\t흰둥이\n' })).toEqual({
    model: '그랜저',
    color: null,
    nickname: '흰둥이',
  })
  expect(parseCarFields({ color: null, main: true })).toEqual({ color: null, main: true })
})

test('every invalid field has a detail', () => {
  expect(() => parseCarFields({ carNumber: '12각3456', model: '  ' })).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_FAILED',
      details: [expect.objectContaining({ path: 'carNumber' }), expect.objectContaining({ path: 'model' })],
    }),
  )
})
