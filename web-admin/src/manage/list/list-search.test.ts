import { expect, test } from 'vitest'
import { choiceOf, dayOf, idOf, ofPeriod, paged, searchOf, sortOf, textOf } from './list-search.ts'

const read = searchOf(
  paged,
  textOf('q'),
  choiceOf('state', ['Paid', 'Refund']),
  dayOf('from'),
  idOf('memberId'),
  sortOf('createdAt'),
)
const id = '019aa000-0001-7000-8000-000000000001'

test('valid parameters are parsed', () => {
  const asked = {
    page: 2,
    size: 50,
    q: '홍길동',
    state: 'Paid',
    from: '2026-11-21',
    memberId: id,
    sort: 'createdAt,desc',
  }
  expect(read(asked)).toEqual(asked)
  expect(read({ q: 4568 })).toEqual({ q: '4568' })
})

test('invalid and unknown parameters are dropped', () => {
  const mangled = { page: -1, q: '  ', state: 'paid', from: '2026-13-41', memberId: 'x', sort: 'name,asc', utm: 'x' }
  expect(read(mangled)).toEqual({})
  // The router merges the result over the raw search.
  expect(Object.values({ ...mangled, ...read(mangled) }).filter((value) => value !== undefined)).toEqual([])
  expect(read({ page: '3', q: ['a'], from: '21', sort: 'createdAt' })).toEqual({})
  expect(read({ q: 'x'.repeat(300) }).q).toHaveLength(100)
})

test.each(['2026-02-30', '2026-04-31', '2027-02-29', '2026-00-10', '2026-11-00', '2026-11-32'])(
  'a day that no calendar has is dropped: %s',
  (day) => {
    expect(read({ from: day })).toEqual({})
    expect(ofPeriod({ from: day, to: '2026-12-01' })).toEqual({ to: '2026-12-01' })
  },
)

test.each(['2028-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (day) => {
  expect(read({ from: day })).toEqual({ from: day })
})

test('a search text has no characters that the server rejects, also where it is cut', () => {
  expect(read({ q: '홍\0길동\u0085\r\n' })).toEqual({ q: '홍 길동' })
  expect(read({ q: '\ud800' })).toEqual({})
  expect(read({ q: `${'x'.repeat(99)}🚗` })).toEqual({ q: 'x'.repeat(99) })
})
