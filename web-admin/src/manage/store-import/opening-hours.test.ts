import type { BusinessHours } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoursOf, weekOf } from '../stores/hours.ts'
import { formatHours, parseHours } from './opening-hours.ts'

const nine = { open: '09:00', close: '18:00' }
const on = (days: readonly number[], span = nine): BusinessHours[] => days.map((day) => ({ day, ...span }))

test.each<[written: string, hours: BusinessHours[], again: string]>([
  ['', [], ''],
  ['월-금 09:00-18:00', on([1, 2, 3, 4, 5]), '월-금 09:00-18:00'],
  ['월~금 9:00~18:00', on([1, 2, 3, 4, 5]), '월-금 09:00-18:00'],
  ['월요일–수요일，금요일 ０９：００～１８：００', on([1, 2, 3, 5]), '월-수,금 09:00-18:00'],
  ['토-월 09:00-18:00', on([1, 6, 7]), '월,토,일 09:00-18:00'],
  ['월화 09:00-18:00', on([1, 2]), '월,화 09:00-18:00'],
  ['매일 09:00-18:00; 일 휴무', on([1, 2, 3, 4, 5, 6]), '월-토 09:00-18:00'],
  ['주말 24시간', on([6, 7], { open: '00:00', close: '24:00' }), '토,일 00:00-24:00'],
  ['금 20:00-02:00', on([5], { open: '20:00', close: '02:00' }), '금 20:00-02:00'],
  [
    '월 13:00-18:00, 09:00-12:00\n평일 19:00-22:00; 월 휴무',
    on([2, 3, 4, 5], { open: '19:00', close: '22:00' }),
    '화-금 19:00-22:00',
  ],
  [
    '토 13:00-18:00 09:00-12:00',
    [...on([6], { open: '09:00', close: '12:00' }), ...on([6], { open: '13:00', close: '18:00' })],
    '토 09:00-12:00, 13:00-18:00',
  ],
])('%j is parsed and formatted again', (written, hours, again) => {
  expect(parseHours(written)).toEqual({ hours })
  expect(formatHours(hours)).toBe(again)
})

test.each([
  ['09:00-18:00', '“09:00-18:00” 부분을 읽지 못했어요.'],
  ['월-금 09:00-18:00; 토', '“토” 부분을 읽지 못했어요.'],
  ['월-금 9시-18시', '“월-금 9시-18시” 부분을 읽지 못했어요.'],
  ['월 25:00-26:00', '25:00은 없는 시각이에요.'],
  ['월 24:00-02:00', '24:00은 없는 시각이에요.'],
  ['월 09:00-18:60', '18:60은 없는 시각이에요.'],
  ['월 09:00-09:00', '여는 시각과 닫는 시각이 09:00으로 같아요.'],
])('%j is rejected: %s', (written, fault) => {
  expect(parseHours(written)).toEqual({ fault: expect.stringContaining(fault) })
})

const clock = (longest: number) =>
  fc
    .integer({ min: 0, max: longest })
    .map((minutes) => [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':'))
const someHours = fc.array(
  fc
    .record({ day: fc.integer({ min: 1, max: 7 }), open: clock(1439), close: clock(1440) })
    .filter(({ open, close }) => open !== close),
  { maxLength: 21 },
)

test('property: formatted hours are parsed to the same hours', () => {
  fc.assert(
    fc.property(someHours, (hours) => {
      expect(parseHours(formatHours(hours))).toEqual({ hours: hoursOf(weekOf(hours)) })
    }),
  )
})

test('property: any text is either parsed completely or rejected, and parsed hours format stably', () => {
  const parts = fc.constantFrom(
    '월',
    '금',
    '일',
    '-',
    '~',
    ' ',
    ',',
    ';',
    '매일',
    '09:00-12:00',
    '9:00',
    '휴무',
    '24시간',
    '?',
  )
  const written = fc.oneof(
    fc.array(parts, { maxLength: 12 }).map((each) => each.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(written, (line) => {
      const read = parseHours(line)
      if ('fault' in read) expect(read.fault).not.toBe('')
      else expect(parseHours(formatHours(read.hours))).toEqual(read)
    }),
    { numRuns: 500 },
  )
})
