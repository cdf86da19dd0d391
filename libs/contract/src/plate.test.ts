import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLegalPlate, normalisePlate, type PlateKind, plateKind, plateKinds } from './plate.ts'

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
  ['00가0000', '00가0000', 'private'],
]

test.each(kinds)('%s is %s, %s', (typed, normal, kind) => {
  expect(normalisePlate(typed)).toBe(normal)
  expect(plateKind(normal)).toBe(kind)
})

test('every kind has a row above', () => {
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
]

test.each(illegal)('%s is no plate', (text) => {
  expect(isLegalPlate(normalisePlate(text))).toBe(false)
})

const syllables = Array.from({ length: 0xd7a3 - 0xac00 + 1 }, (_, index) => String.fromCodePoint(0xac00 + index))

test('40 civil syllables and 5 military ones make a plate, none of the other thousands', () => {
  const legal = syllables.filter((syllable) => isLegalPlate(`12${syllable}3456`))
  expect(legal).toHaveLength(45)
})

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))
const legalPlate = fc.oneof(
  fc.tuple(digits(2), fc.constantFrom(...'가나바배하육'), digits(4)).map((parts) => parts.join('')),
  fc.tuple(digits(3), fc.constantFrom(...'가우사호'), digits(4)).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('서울', '제주'), digits(2), fc.constantFrom(...'가바'), digits(4))
    .map((parts) => parts.join('')),
  digits(6).map((number) => `외교${number}`),
  digits(4).map((number) => `임${number}`),
)
const separator = fc.constantFrom('', ' ', '-', '\u2013', '\u200d', '\ufeff', '.', '·', '(', ']', '/')

test('however a plate is written, its normal form is the same, and stays as it is', () => {
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

test('any text has a normal form that is its own, and no separator survives', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const normal = normalisePlate(text)
      expect(normalisePlate(normal)).toBe(normal)
      expect(normal).not.toMatch(/[\s()[\]\-/]/)
    }),
  )
})
