import { expect, test } from 'vitest'
import { maxDays, rangeOf } from './range.ts'

const today = '2026-11-21'
const days = (from: string, to: string) => ({ from, to, cut: false })

test('an address has a quick range or days; without either it is the last seven days', () => {
  expect(rangeOf({}, today)).toMatchObject({ ...days('2026-11-15', today), days: 7 })
  expect(rangeOf({ range: 'today' }, today)).toMatchObject({ ...days(today, today), days: 1 })
  expect(rangeOf({ range: 'month' }, today)).toMatchObject({ ...days('2026-11-01', today), days: 21 })
  expect(rangeOf({ range: 'month', from: '2026-10-30', to: '2026-11-02' }, today)).toMatchObject({ days: 4 })
  expect(rangeOf({ from: '2026-11-20' }, today)).toMatchObject(days('2026-11-20', today))
  expect(rangeOf({ to: '2026-11-20' }, today)).toMatchObject(days('2026-11-20', '2026-11-20'))
  expect(rangeOf({ from: '2026-11-20', to: '2026-11-10' }, today)).toMatchObject(days('2026-11-10', '2026-11-20'))
})

test('a range of more than five years is cut to its last five years', () => {
  expect(rangeOf({ from: '2021-11-21', to: today }, today)).toMatchObject({
    ...days('2021-11-21', today),
    days: maxDays,
  })
  const range = rangeOf({ from: '2020-01-01', to: today }, today)
  expect(range).toEqual({ from: '2021-11-21', to: today, days: maxDays, cut: true })
})
