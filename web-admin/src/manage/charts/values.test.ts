import { expect, test } from 'vitest'
import { changeOf, changeText, peakOf } from './values.ts'

test('a change has a direction and a size; without a previous value there is none', () => {
  expect(changeOf(112, 100)).toEqual({ direction: 'up', percent: 12 })
  expect(changeOf(96, 100)).toEqual({ direction: 'down', percent: -4 })
  expect(changeOf(1_001, 1_000)).toEqual({ direction: 'same', percent: 0 })
  expect([changeOf(5, 0), changeOf(0, 0)]).toEqual([{ direction: 'new' }, { direction: 'none' }])
  expect(changeOf(50, -100)).toEqual({ direction: 'up', percent: 150 })
})

test('values of zero have no peak', () => {
  expect(peakOf([{ key: '0', value: 0 }])).toBeUndefined()
})

test('a change is said with its sign and in words', () => {
  const said = (now: number, before: number) => changeText(changeOf(now, before), '지난 기간')
  expect([said(112, 100), said(96, 100)]).toEqual(['12% 늘었어요', '4% 줄었어요'])
  expect([said(1, 1), said(1, 0), said(0, 0)]).toEqual([
    '지난 기간과 같아요',
    '지난 기간에는 없었어요',
    '비교할 값이 없어요',
  ])
})
