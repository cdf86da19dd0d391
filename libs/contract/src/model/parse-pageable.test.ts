import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contract } from '../contract.ts'
import { AppError } from './errors.ts'
import { parsePageable, sortFields } from './parse-pageable.ts'

const fields = ['createdAt', 'name']
const read = (query: Record<string, unknown>) => parsePageable(query, fields).pageable
const pathsOfFaults = (query: Record<string, unknown>) => {
  try {
    parsePageable(query, fields)
    return []
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_FAILED') return error.details?.map(({ path }) => path)
    throw error
  }
}

const defaults = { page: 0, size: 20, sort: [] }
const wanted = { page: 2, size: 50, sort: ['name,desc', 'createdAt,asc'] }

test.each([[{}], [{ pageable: '' }], [{ pageable: '[object Object]' }], [{ pageable: '{}' }], [{ size: '0' }]])(
  '%j means the defaults',
  (query) => {
    expect(read(query)).toEqual(defaults)
  },
)

test.each([
  [{ page: '2', size: '50', sort: wanted.sort }],
  [{ 'pageable.page': '2', 'pageable.size': '50', 'pageable.sort': wanted.sort }],
  [{ 'pageable[page]': '2', 'pageable[size]': '50', 'pageable[sort]': wanted.sort }],
  [{ 'pageable[page]': '2', 'pageable[size]': '50', 'pageable[sort][]': wanted.sort }],
  [
    {
      'pageable[page]': '2',
      'pageable[size]': '50',
      'pageable[sort][0]': 'name,desc',
      'pageable[sort][1]': 'createdAt,asc',
    },
  ],
  [{ pageable: JSON.stringify(wanted) }],
  [{ pageable: wanted }],
  [{ pageable: '[object Object]', page: '2', size: '50', sort: wanted.sort }],
])('%j is accepted', (query) => {
  expect(read(query)).toEqual(wanted)
})

test('a single sort order can be sent without a list', () => {
  expect(read({ sort: 'name,asc' }).sort).toEqual(['name,asc'])
  expect(read({ pageable: '{"sort":"name,asc"}' }).sort).toEqual(['name,asc'])
})

test('precedence is flat, dotted, bracketed, JSON, for each name separately', () => {
  const all = { page: '1', 'pageable.page': '2', 'pageable[page]': '3', pageable: '{"page":4,"size":4}' }
  expect(read(all)).toEqual({ page: 1, size: 4, sort: [] })
  const { page: _flat, ...dotted } = all
  expect(read(dotted).page).toBe(2)
  const { 'pageable.page': _dotted, ...bracketed } = dotted
  expect(read(bracketed).page).toBe(3)
  expect(read({ pageable: all.pageable }).page).toBe(4)
})

test('a size over 100 counts as 100', () => {
  expect(read({ size: '101' }).size).toBe(100)
  expect(read({ size: '9'.repeat(30) }).size).toBe(100)
})

test.each([
  [{ page: '-1' }, ['page']],
  [{ page: '' }, ['page']],
  [{ page: ' 1' }, ['page']],
  [{ page: '1.0' }, ['page']],
  [{ page: '1e3' }, ['page']],
  [{ page: '0x1' }, ['page']],
  [{ page: '１' }, ['page']],
  [{ page: '1000001' }, ['page']],
  [{ page: ['1', '2'] }, ['page']],
  [{ size: '-1', page: 'x' }, ['page', 'size']],
  [{ size: 'NaN' }, ['size']],
  [{ sort: 'name' }, ['sort']],
  [{ sort: 'password,asc' }, ['sort']],
  [{ sort: 'name,ASC' }, ['sort']],
  [{ sort: '' }, ['sort']],
  [{ sort: ['name,asc', 'name,desc'] }, ['sort']],
  [{ sort: 'constructor,asc' }, ['sort']],
  [{ 'pageable.size': 'x' }, ['pageable.size']],
  [{ 'pageable[page]': 'x' }, ['pageable[page]']],
  [{ pageable: '{"page":"x"}' }, ['pageable']],
  [{ pageable: '{"page":-1}' }, ['pageable']],
  [{ pageable: '{"page":1.5}' }, ['pageable']],
  [{ pageable: '{"page":null}' }, ['pageable']],
  [{ pageable: '{"page":"1","size":"2"}' }, ['pageable', 'pageable']],
  [{ pageable: '{"offset":1}' }, ['pageable']],
  [{ pageable: '{' }, ['pageable']],
  [{ pageable: '[]' }, ['pageable']],
  [{ pageable: 'null' }, ['pageable']],
  [{ pageable: '1' }, ['pageable']],
  [{ pageable: ['', ''] }, ['pageable']],
])('%j is rejected with details for %j', (query, paths) => {
  expect(pathsOfFaults(query)).toEqual(paths)
})

test('fields without paging are returned unchanged', () => {
  const query = {
    q: '홍',
    state: ['Paid', 'Refund'],
    page: '1',
    'pageable.size': '5',
    'pageable[other]': '1',
    'sort[]': 'x',
  }
  expect(parsePageable(query, fields).rest).toEqual({
    q: '홍',
    state: ['Paid', 'Refund'],
    'pageable[other]': '1',
    'sort[]': 'x',
  })
})

test('property: any query is rejected, or parsed to values within bounds', () => {
  const key = fc.constantFrom(
    'page',
    'size',
    'sort',
    'pageable',
    'pageable.page',
    'pageable[size]',
    'pageable[sort][0]',
    '__proto__',
  )
  const value = fc.oneof(fc.string(), fc.nat().map(String), fc.json(), fc.constantFrom('name,asc', 'createdAt,desc'))
  fc.assert(
    fc.property(fc.dictionary(key, fc.oneof(value, fc.array(value))), (query) => {
      if (pathsOfFaults(query)?.length !== 0) return
      const { page, size, sort } = read(query)
      expect(page).toSatisfy((number: number) => Number.isInteger(number) && number >= 0 && number <= 1_000_000)
      expect(size).toSatisfy((number: number) => Number.isInteger(number) && number >= 1 && number <= 100)
      expect(sort.every((order) => /^(createdAt|name),(asc|desc)$/.test(order))).toBe(true)
    }),
  )
})

test('sort fields come from the contract', () => {
  expect(sortFields(contract.catalog.listStores)).toEqual(['createdAt', 'name'])
  expect(sortFields(contract.catalog.getStore)).toBeUndefined()
})
