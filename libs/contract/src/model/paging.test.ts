import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPage } from './paging.ts'

test.each([
  ['one came after they were counted', ['a'], 0, { page: 0, size: 20 }, [1, 1, true]],
  ['one went after they were counted', ['a'], 2, { page: 0, size: 20 }, [1, 1, true]],
  ['the page is full, and one came', ['a', 'b'], 1, { page: 0, size: 2 }, [2, 1, true]],
  ['the page is full, and there are more', ['a', 'b'], 5, { page: 0, size: 2 }, [5, 3, false]],
  ['the last of a page went', [], 3, { page: 1, size: 2 }, [2, 1, true]],
  ['nothing is left', [], 1, {}, [0, 0, true]],
  ['behind the end', [], 3, { page: 7, size: 2 }, [3, 2, true]],
] as const)('%s: page and total agree', (_what, content, counted, request, expected) => {
  const { totalElements, totalPages, last } = toPage([...content], counted, request)
  expect([totalElements, totalPages, last]).toEqual(expected)
})

test('property: a page is consistent for any count, and has the exact total for a consistent count', () => {
  const lists = fc.record({
    total: fc.nat(50),
    counted: fc.nat(50),
    page: fc.nat(6),
    size: fc.integer({ min: 1, max: 20 }),
  })
  fc.assert(
    fc.property(lists, ({ total, counted, page, size }) => {
      const all = Array.from({ length: total }, (_, at) => at)
      const content = all.slice(page * size, (page + 1) * size)
      const seen = toPage(content, counted, { page, size })
      expect(seen.totalPages).toBe(Math.ceil(seen.totalElements / size))
      if (content.length > 0) expect(seen.totalElements).toBeGreaterThanOrEqual(page * size + content.length)
      if (page + 1 < seen.totalPages) expect(content).toHaveLength(size)
      if (page + 1 === seen.totalPages) expect(content.length).toBeGreaterThan(0)
      expect(toPage(content, total, { page, size }).totalElements).toBe(total)
    }),
  )
})
