import { expect, test } from 'vitest'
import { plateLayout, plateWidth, spokenPlate } from './layout.ts'

test.each([
  ['12가3456', { form: 'civil', tone: 'white', region: '', lead: '12', syllable: '가', serial: '3456' }, '12가 3456'],
  [
    '123가4568',
    { form: 'civil', tone: 'white', region: '', lead: '123', syllable: '가', serial: '4568' },
    '123가 4568',
  ],
  [
    '123호4567',
    { form: 'civil', tone: 'white', region: '', lead: '123', syllable: '호', serial: '4567' },
    '123호 4567',
  ],
  [
    '012가4568',
    { form: 'civil', tone: 'white', region: '', lead: '012', syllable: '가', serial: '4568' },
    '012가 4568',
  ],
  ['12국3456', { form: 'civil', tone: 'white', region: '', lead: '12', syllable: '국', serial: '3456' }, '12국 3456'],
  ['80배3456', { form: 'civil', tone: 'yellow', region: '', lead: '80', syllable: '배', serial: '3456' }, '80배 3456'],
  ['12가 **56', { form: 'civil', tone: 'white', region: '', lead: '12', syllable: '가', serial: '**56' }, '12가 **56'],
  [
    '서울12바3456',
    { form: 'civil', tone: 'yellow', region: '서울', lead: '12', syllable: '바', serial: '3456' },
    '서울 12바 3456',
  ],
  [
    '서울30가1111',
    { form: 'civil', tone: 'white', region: '서울', lead: '30', syllable: '가', serial: '1111' },
    '서울 30가 1111',
  ],
  ['외교005003', { form: 'worded', tone: 'navy', word: '외교', serial: '005-003' }, '외교 005-003'],
  ['외교 005-003', { form: 'worded', tone: 'navy', word: '외교', serial: '005-003' }, '외교 005-003'],
  ['외빈108', { form: 'worded', tone: 'white', word: '외빈', serial: '108' }, '외빈 108'],
  ['임1234', { form: 'worded', tone: 'white', word: '임', serial: '1234' }, '임 1234'],
  ['임123456', { form: 'worded', tone: 'white', word: '임', serial: '123456' }, '임 123456'],
  ['12각3456', { form: 'raw', tone: 'white', text: '12각3456' }, '12각3456'],
  ['USFK 1234', { form: 'raw', tone: 'white', text: 'USFK 1234' }, 'USFK 1234'],
  ['', { form: 'raw', tone: 'white', text: '' }, ''],
])('%s', (carNumber, layout, spoken) => {
  expect(plateLayout(carNumber)).toEqual(layout)
  expect(spokenPlate(carNumber)).toBe(spoken)
})

test('a decomposed or full-width number is set like any other', () => {
  expect(plateLayout('12가3456'.normalize('NFD'))).toEqual(plateLayout('12가3456'))
  expect(plateLayout('１２가３４５６')).toEqual(plateLayout('12가3456'))
})

test('a longer text is wider', () => {
  const widths = ['12가3456', '123가4568', '서울12바3456', 'ABCDEFGHIJKLMNOP'].map(plateWidth)
  expect(widths).toEqual([...widths].sort((a, b) => a - b))
})
