import { isLegalPlate, plateKind } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areLookalikes, lookAlike, misreadings, plateClass } from './misreadings.ts'

test.each([
  ['12가3456', '12거3456'],
  ['80배3456', '80바3456'],
  ['12하3456', '12호3456'],
  ['12가3456', '12가3452', false],
  ['12가3450', '12가3459'],
  ['12가3456', '17가3456', false],
  ['12가3456', '72가3456'],
  ['123가4567', '23가4567'],
  ['23가4567', '012가4567', false],
  ['23가4567', '023가4567'],
  ['서울12바3456', '12바3456'],
  ['서울12바3456', '부산12바3456', false],
  ['서울30가1111', '30가1111', false],
  ['외교005003', '외교006003'],
  ['대구12바3456', '대구12배3456'],
  ['12가3456', '72거3456', false],
])('%s and %s: one usual misreading apart, %s', (plate, other, apart = true) => {
  expect(misreadings(plate).includes(other)).toBe(apart)
})

const digit = fc.constantFrom(...'0123456789')
const number = (least: number, most = least) => fc.string({ unit: digit, minLength: least, maxLength: most })
const region = fc.constantFrom('서울', '대구', '경기', '제주')
const syllable = fc.constantFrom(...'가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주아바사자배하허호')
const plates = fc
  .oneof(
    fc.tuple(number(2, 3), syllable, number(4)),
    fc.tuple(region, number(1, 2), syllable, number(4)),
    fc.tuple(number(2), fc.constantFrom(...'육해공국합'), number(4)),
    fc.tuple(fc.constantFrom('외교', '국기', '대표'), number(6)),
    fc.tuple(fc.constant('외빈'), number(3)),
    fc.tuple(fc.constant('임'), fc.oneof(number(4), number(6))),
  )
  .map((parts) => parts.join(''))

test('property: always legal, without duplicates, never the plate itself, and symmetric', () => {
  fc.assert(
    fc.property(plates, (plate) => {
      expect(plateKind(plate)).toBeDefined()
      const found = misreadings(plate)
      expect(new Set(found).size).toBe(found.length)
      expect(found).not.toContain(plate)
      for (const other of found) {
        expect(isLegalPlate(other)).toBe(true)
        expect(misreadings(other)).toContain(plate)
      }
    }),
    { numRuns: 500 },
  )
})

test('every plate has at most 100', () => {
  fc.assert(fc.property(plates, (plate) => misreadings(plate).length <= 100))
})

test('cameras confuse these characters, and no others', () => {
  const pairs = new Set(
    [
      ...'가거 나너 다더 라러 마머 바버 바배 사서 아어 자저 하허 하호 허호'.split(' '),
      ...'고구 노누 도두 로루 모무 보부 소수 오우 조주'.split(' '),
      ...'06 08 09 17 38 56 68 69 89'.split(' '),
    ].map((pair) => [...pair].sort().join('')),
  )
  const characters = [...'0123456789가거나너다더라러마머바버배사서아어자저하허호고구노누도두로루모무보부소수오우조주']
  for (const one of characters)
    for (const other of characters.filter((each) => each !== one))
      expect([one, other, areLookalikes(one, other)]).toEqual([one, other, pairs.has([one, other].sort().join(''))])
})

test('property: plates that look alike have one class', () => {
  fc.assert(
    fc.property(plates, (plate) => {
      const alike = misreadings(plate).filter((other) => lookAlike(plate, other))
      expect(alike.every((other) => plateClass(other) === plateClass(plate))).toBe(true)
      expect(lookAlike(plate, plate)).toBe(false)
    }),
  )
  expect(plateClass('12가3456')).not.toBe(plateClass('12가3416'))
})
