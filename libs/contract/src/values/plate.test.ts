import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLegalPlate, normalisePlate, type PlateKind, plateKind, plateKinds, testPlate } from './plate.ts'

const kinds: [typed: string, normal: string, kind: PlateKind][] = [
  ['12가3456', '12가3456', 'private'],
  ['123가4567', '123가4567', 'private'],
  ['서울1가2345', '서울1가2345', 'private'],
  ['서울 30 가 1111', '서울30가1111', 'private'],
  ['１２가３４５６', '12가3456', 'private'],
  ['12가3456'.normalize('NFD'), '12가3456', 'private'],
  ['12ㄱㅏ3456', '12가3456', 'private'],
  ['12ᄀ\u200bᅡ3456', '12가3456', 'private'],
  ['12가-3456\u200b', '12가3456', 'private'],
  ['제주12바3456', '제주12바3456', 'commercial'],
  ['80배3456', '80배3456', 'delivery'],
  ['123호4567', '123호4567', 'rental'],
  ['012가4568', '012가4568', 'construction'],
  ['12(국)3456', '12국3456', 'military'],
  ['외교 005-003', '외교005003', 'diplomatic'],
  ['외빈 108', '외빈108', 'guest'],
  ['임시1234', '임1234', 'temporary'],
  ['임 123456', '임123456', 'temporary'],
  ['\u200e12가3456\u200f', '12가3456', 'private'],
  ['12가\u00ad34\ufe0f56', '12가3456', 'private'],
  ['12가 • 3456', '12가3456', 'private'],
  ['12가ㆍ3456', '12가3456', 'private'],
  ['12\u3164가,3456', '12가3456', 'private'],
  ['[12가:3456]', '12가3456', 'private'],
  ['경기도 12바3457', '경기12바3457', 'commercial'],
  ['서울특별시 1가2345', '서울1가2345', 'private'],
  ['서울시30가1111', '서울30가1111', 'private'],
  ['부산광역시 12바3456', '부산12바3456', 'commercial'],
  ['세종특별자치시 12바3456', '세종12바3456', 'commercial'],
  ['전북특별자치도 12바3456', '전북12바3456', 'commercial'],
  ['충청남도 12바3456', '충남12바3456', 'commercial'],
]

test.each(kinds)('the plate %s is normalised to %s and is of the kind %s', (typed, normal, kind) => {
  expect(normalisePlate(typed)).toBe(normal)
  expect(plateKind(normal)).toBe(kind)
})

test('every kind is covered above', () => {
  expect(new Set(kinds.map(([, , kind]) => kind))).toEqual(new Set(plateKinds))
})

const illegal = [
  '1가2345',
  '12각3456',
  '12카3456',
  '123가45678',
  '서울123가4567',
  '임시12345',
  '외빈1084',
  '외교05003',
  '',
  'C00D',
  '00가0000',
  '00 가 0000',
  '경기도',
  '12*가3456',
  '12?가3456',
  '가12바3456',
]

test.each(illegal)('%s is not a plate', (text) => {
  expect(isLegalPlate(normalisePlate(text))).toBe(false)
})

const syllables = Array.from({ length: 0xd7a3 - 0xac00 + 1 }, (_, index) => String.fromCodePoint(0xac00 + index))

test('exactly 40 civil and 5 military syllables are legal', () => {
  const legal = syllables.filter((syllable) => isLegalPlate(`12${syllable}3456`))
  expect(legal).toHaveLength(45)
})

const regions = '서울 부산 대구 인천 광주 대전 울산 세종 경기 강원 충북 충남 전북 전남 경북 경남 제주'.split(' ')

test.each(regions)('region %s: one or two digits, every civil kind, no other', (region) => {
  expect(['1가', '12가', '12바', '12배', '12허'].map((head) => plateKind(`${region}${head}3456`))).toEqual([
    'private',
    'private',
    'commercial',
    'delivery',
    'rental',
  ])
  for (const head of ['가', '123가', '12육']) expect(plateKind(`${region}${head}3456`)).toBeUndefined()
})

test.each([
  ...[...'가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주'].map((each) => [each, 'private']),
  ...[...'아바사자'].map((each) => [each, 'commercial']),
  ...[...'하허호'].map((each) => [each, 'rental']),
  ...[...'육해공국합'].map((each) => [each, 'military']),
  ['배', 'delivery'],
])('12%s3456 is %s; of a new construction machine where the syllable is civil', (syllable, kind) => {
  expect(plateKind(`12${syllable}3456`)).toBe(kind)
  expect(plateKind(`012${syllable}3456`)).toBe(kind === 'military' ? undefined : 'construction')
})

test.each(['외교', '영사', '준외', '준영', '국기', '협정', '대표'])('%s and six digits is diplomatic', (head) => {
  expect(plateKind(`${head}005003`)).toBe('diplomatic')
  for (const digits of ['05003', '0050031']) expect(plateKind(head + digits)).toBeUndefined()
})

test.each([
  ['construction', '012가4568'],
  ['private', '12가3456'],
  ['commercial', '12바3456'],
  ['delivery', '12배3456'],
  ['rental', '12하3456'],
  ['military', '12육3456'],
  ['diplomatic', '외교005003'],
  ['guest', '외빈108'],
  ['temporary', '임1234'],
  ['temporary', '임123456'],
])('%s: %s is valid, and no longer or shorter text', (kind, plate) => {
  expect(plateKind(plate)).toBe(kind)
  for (const wrong of [
    `A${plate}`,
    `${plate}A`,
    plate.slice(0, -1),
    plate.replace(/\d$/, 'A'),
    plate.replace(/\d/, 'A'),
  ])
    expect(plateKind(wrong)).toBeUndefined()
})

test('임시 is shortened only at the start of a legal temporary plate', () => {
  expect(['임시1234', '임시123456', '임시12345', '임시1234567', '임시', 'A임시1234'].map(normalisePlate)).toEqual([
    '임1234',
    '임123456',
    '임시12345',
    '임시1234567',
    '임시',
    'A임시1234',
  ])
})

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))
const legalPlate = fc.oneof(
  fc
    .tuple(digits(2), fc.constantFrom(...'가나바배하육'), digits(4))
    .map((parts) => parts.join(''))
    .filter((plate) => plate !== testPlate),
  fc.tuple(digits(3), fc.constantFrom(...'가우사호'), digits(4)).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('서울', '제주'), digits(2), fc.constantFrom(...'가바'), digits(4))
    .map((parts) => parts.join('')),
  digits(6).map((number) => `외교${number}`),
  digits(4).map((number) => `임${number}`),
)
const separator = fc.constantFrom(
  '',
  ' ',
  '-',
  '\u2013',
  '\u200d',
  '\ufeff',
  '.',
  '·',
  '(',
  ']',
  '/',
  '•',
  '\u200e',
  '\u00ad',
  ',',
  '\u3164',
)

test('property: every spelling of a plate has the same normal form', () => {
  fc.assert(
    fc.property(
      legalPlate,
      fc.array(separator, { minLength: 12, maxLength: 12 }),
      fc.boolean(),
      (plate, between, apart) => {
        const written = [...plate].map((letter, index) => letter + between[index]).join('')
        const normal = normalisePlate(apart ? written.normalize('NFD') : written)
        expect(normal).toBe(plate)
        expect(isLegalPlate(normal)).toBe(true)
      },
    ),
  )
})

/** Any code point but half of a pair; fast-check's own `binary` takes seconds to be made. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))

test('property: normalisation is idempotent and removes separators', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
      const normal = normalisePlate(text)
      expect(normalisePlate(normal)).toBe(normal)
      expect(normal).not.toMatch(/[\s()[\]\-/]/)
    }),
  )
})
