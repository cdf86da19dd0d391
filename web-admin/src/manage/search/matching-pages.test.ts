import { expect, test } from 'vitest'
import { matchingPages } from './matching-pages.ts'

const pages = ['대시보드', '오늘 방문', '회원', '앱 설정', '처리하지 못한 메시지', 'CSV 파일'].map((label) => ({
  label,
}))
const found = (typed: string) => matchingPages(pages, typed).map(({ label }) => label)

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
