import { expect, test } from 'vitest'
import { plateLayout, plateScale, plateTone, spokenPlate } from './layout.ts'

test.each([
  ['12가3456', 'private', 'white', '12가 3456'],
  ['123가4568', 'private', 'white', '123가 4568'],
  ['12허3456', 'rental', 'white', '12허 3456'],
  ['123호4567', 'rental', 'white', '123호 4567'],
  ['서울12바3456', 'commercial', 'yellow', '서울 12바 3456'],
  ['12아3456', 'commercial', 'yellow', '12아 3456'],
  ['80배3456', 'delivery', 'yellow', '80배 3456'],
  ['서울30가1111', 'regional', 'green', '서울 30가 1111'],
  ['경기1나2345', 'regional', 'green', '경기 1나 2345'],
  ['012가4568', 'construction', 'white', '012가 4568'],
  ['경기06가1234', 'construction', 'white', '경기 06가 1234'],
  ['12국3456', 'military', 'white', '12국 3456'],
  ['12합3456', 'military', 'white', '12합 3456'],
  ['외교005003', 'diplomatic', 'navy', '외교 005-003'],
  ['외교 005-003', 'diplomatic', 'navy', '외교 005-003'],
  ['대표 ****03', 'diplomatic', 'navy', '대표 ***-*03'],
  ['외빈108', 'guest', 'white', '외빈 108'],
  ['임1234', 'temporary', 'white', '임 1234'],
  ['임123456', 'temporary', 'white', '임 123456'],
  ['임 ****56', 'temporary', 'white', '임 ****56'],
  ['12가 **56', 'private', 'white', '12가 **56'],
  ['서울12바 **56', 'commercial', 'yellow', '서울 12바 **56'],
  ['12각3456', 'unknown', 'white', '12각3456'],
  ['USFK 1234', 'unknown', 'white', 'USFK 1234'],
  ['', 'unknown', 'white', ''],
])('%s is %s and %s', (carNumber, kind, tone, spoken) => {
  const layout = plateLayout(carNumber)
  expect([layout.kind, plateTone(layout), spokenPlate(carNumber)]).toEqual([kind, tone, spoken])
})

test('a number is split into its parts', () => {
  const parts = { region: '서울', lead: '12', syllable: '바', serial: '3456' }
  expect(plateLayout('서울 12바 3456')).toEqual({ form: 'civil', kind: 'commercial', ...parts })
  expect(plateLayout('외교 005-003')).toEqual({ form: 'worded', kind: 'diplomatic', word: '외교', serial: '005-003' })
})

test('a decomposed or full-width number is parsed like any other', () => {
  expect(plateLayout('12가3456'.normalize('NFD'))).toEqual(plateLayout('12가3456'))
  expect(plateLayout('１２가３４５６')).toEqual(plateLayout('12가3456'))
})

test('usual numbers have full size, longer texts are smaller', () => {
  const scales = ['12가3456', '123가4568', '서울12바3456', 'ABCDEFGH', 'ABCDEFGHIJKLMNOP'].map((carNumber) =>
    plateScale(plateLayout(carNumber)),
  )
  expect(scales.slice(0, 2)).toEqual([1, 1])
  expect(scales).toEqual([...scales].sort((a, b) => b - a))
})

test.each([1, 8, 12, 20, 33, 64, 200])('a text of %i letters loses none, however many lines it takes', (length) => {
  const text = Array.from({ length }, (_, index) => String.fromCodePoint(65 + (index % 26))).join('')
  const layout = plateLayout(text)
  expect(layout.form === 'raw' && layout.lines.join('')).toBe(text)
  expect(spokenPlate(text)).toBe(text)
  expect(plateScale(layout)).toBeGreaterThan(0.1)
})
