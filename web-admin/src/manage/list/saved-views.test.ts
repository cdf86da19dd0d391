import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canBeShared, listOf, type SavedView, viewsIn, withoutView, withView } from './saved-views.ts'

const view = fc.record({
  name: fc.constantFrom('오늘', '환불', '단골', '강남점'),
  href: fc.constantFrom('/manage/orders?state=Refunded', '/manage/orders', '/manage/visits?kind=guest', '/manage'),
})
const same = (a: SavedView, b: SavedView) => a.name === b.name && listOf(a) === listOf(b)

test('a list has one view per name, the last saved one, and removing it keeps all others', () => {
  fc.assert(
    fc.property(fc.array(view), view, (saved, another) => {
      const views = saved.reduce<SavedView[]>(withView, [])
      const more = withView(views, another)
      expect(more.filter((each) => same(each, another))).toEqual([another])
      expect(withoutView(more, another)).toEqual(views.filter((each) => !same(each, another)))
      expect(viewsIn(JSON.parse(JSON.stringify(more)))).toEqual(more)
    }),
  )
})

test.each([
  ['nothing', undefined],
  ['no list', { name: '오늘', href: '/manage' }],
  ['no views', [null, 1, {}, { name: '오늘' }, { name: 1, href: '/manage' }]],
  ['another site', [{ name: '오늘', href: 'https://example.com/manage' }]],
  ['another site without its protocol', [{ name: '오늘', href: '//example.com/manage' }]],
  ['a script', [{ name: '오늘', href: 'javascript:alert(1)' }]],
  ['another page', [{ name: '오늘', href: '/connect' }]],
])('%s contains no views', (_, value) => expect(viewsIn(value)).toEqual([]))

test('a view that may identify a person cannot be shared', () => {
  expect(canBeShared({ state: 'Refunded', from: '2026-11-01', sort: 'createdAt,asc' })).toBe(true)
  for (const name of ['q', 'member', 'memberId', 'carNumber']) expect(canBeShared({ [name]: '홍길동' })).toBe(false)
})
