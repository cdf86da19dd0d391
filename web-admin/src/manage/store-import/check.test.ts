import { expect, test } from 'vitest'
import { checkRows } from './check.ts'
import { text } from './copy.ts'
import { type Cells, cellsOf } from './fields.ts'

const right: Cells = { ...cellsOf((field) => text.example[field]), name: '강남점' }
const check = (cells: Partial<Cells>, known: readonly string[] = []) => {
  const [row] = checkRows([{ number: 2, cells: { ...right, ...cells }, spilled: false }], known)
  if (row === undefined) throw new Error('No row came back.')
  return row
}
const wrongIn = (cells: Partial<Cells>) => check(cells).faults.map(({ field, message }) => `${field}: ${message}`)

test('a row becomes the input of createStore', () => {
  const { input, faults, warnings, hours } = check({ name: ' 강남점\n', businessHours: '토 20:00-02:00' })
  expect(input).toEqual({
    ...{ name: '강남점', address: '서울 강남구 테헤란로 152', addressDetail: '1층', phone: '02-1234-5678' },
    ...{ latitude: 37.4979, longitude: 127.0276, visible: true, closedDates: ['2026-12-25'] },
    businessHours: [{ day: 6, open: '20:00', close: '02:00' }],
  })
  expect({ faults, warnings, hours }).toEqual({ faults: [], warnings: [], hours: '토 20:00-02:00' })
})

test.each<[Partial<Cells>, object]>([
  [{ addressDetail: '' }, { addressDetail: null }],
  [{ longitude: '-73.9' }, { longitude: -73.9 }],
  [{ phone: '+82-2-555-1234' }, { phone: '+82-2-555-1234' }],
  [{ visible: '' }, { visible: true }],
  [{ visible: 'X' }, { visible: false }],
  [{ visible: 'FALSE' }, { visible: false }],
  [{ closedDates: '' }, { closedDates: [] }],
  [{ closedDates: '2027.1.1; 2026-12-25, 2026년 12월 25일' }, { closedDates: ['2026-12-25', '2027-01-01'] }],
])('%j is parsed as %j', (cells, input) => {
  expect(check(cells).input).toMatchObject(input)
})

test.each<[Partial<Cells>, string]>([
  [{ name: ' ' }, 'name: 비워 둘 수 없어요.'],
  [{ name: '가'.repeat(101) }, 'name: 100자까지 입력할 수 있어요.'],
  [{ latitude: '' }, 'latitude: 꼭 입력해 주세요.'],
  [{ latitude: '서른일곱' }, 'latitude: 숫자로 입력해 주세요.'],
  [{ latitude: '127' }, 'latitude: 90 이하로 입력해 주세요.'],
  [{ phone: '1.01E+10' }, 'phone: 형식이 맞지 않아요.'],
  [{ businessHours: '9시부터' }, `businessHours: ${text.hours.unknown('9시부터')}`],
  [{ closedDates: '성탄절' }, 'closedDates: 날짜를 YYYY-MM-DD 형식으로 입력해 주세요.'],
  [{ closedDates: '2026-02-30' }, 'closedDates: 날짜를 YYYY-MM-DD 형식으로 입력해 주세요.'],
  [{ visible: '글쎄' }, `visible: ${text.visibleFault}`],
])('%j is wrong: %s', (cells, fault) => {
  expect(wrongIn(cells)).toEqual([fault])
  expect(check(cells).input).toBeNull()
})

test('each fault of a row is reported, and the example row of the template is not imported', () => {
  expect(wrongIn({ name: '', latitude: 'x', visible: '?' })).toHaveLength(3)
  expect(check(text.example)).toMatchObject({ input: null, faults: [{ field: null, message: text.exampleLeft }] })
})

test('a doubtful but valid value is only a warning', () => {
  const rows = ['강남점', '분당점', ' 강남점', '판교점'].map((name, index) => ({
    number: index + 2,
    cells: { ...right, name },
    spilled: false,
  }))
  expect(checkRows(rows, ['분당점 '.normalize('NFD')]).map(({ warnings }) => warnings)).toEqual([
    [text.twin('4')],
    [text.known],
    [text.twin('2')],
    [],
  ])
  expect(check({ phone: '212345678' }).warnings).toEqual([text.lostZero])
  expect(check({ phone: '15881234' }).warnings).toEqual([])
  expect(check({ businessHours: '' }).warnings).toEqual([text.neverOpen])
  expect(check({ businessHours: '토 20:00-02:00; 일 01:00-03:00' }).warnings).toEqual([text.overlap])
})
