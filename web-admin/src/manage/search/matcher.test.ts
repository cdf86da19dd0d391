import { expect, test } from 'vitest'
import { matcherOf } from './matcher.ts'

const pages = ['대시보드', '오늘 방문', '회원', '앱 설정', '처리하지 못한 메시지', 'CSV 파일']
const found = (typed: string) => pages.filter((page) => matcherOf(typed)(page))

test.each([
  ['ㅎㅇ', ['회원']],
  ['오늘방', ['오늘 방문']],
  ['ㅇㄴ ㅂㅁ', ['오늘 방문']],
  ['앱 ㅅㅈ', ['앱 설정']],
  ['csv', ['CSV 파일']],
  ['메시', ['처리하지 못한 메시지']],
  ['.', []],
  ['(', []],
  ['4568', []],
])('%s finds %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels)
})

test('an empty text matches every page', () => {
  expect(found('  ')).toHaveLength(pages.length)
})

test('another word for the page is found too, and a missing one is not', () => {
  expect(matcherOf('인식')('장치', '인식기 카메라')).toBe(true)
  expect(matcherOf('ㅋㅁㄹ')('장치', '인식기 카메라')).toBe(true)
  expect(matcherOf('인식')('장치', undefined)).toBe(false)
})
