import { PgDialect, pgTable, text } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { page, pageInFixedOrder, type Slice } from './page.ts'

const cars = pgTable('car', { id: text(), name: text(), createdAt: text('created_at') })
const columns = { id: cars.id, name: cars.name, createdAt: cars.createdAt }
const dialect = new PgDialect()

async function ask(request: Parameters<typeof page>[0], total = 41) {
  let asked: Slice | undefined
  const answer = await page(
    request,
    columns,
    'createdAt,desc',
    async (slice) => {
      asked = slice
      return ['row']
    },
    async () => total,
  )
  return { answer, ...asked, order: asked?.orderBy.map((order) => dialect.sqlToQuery(order).sql) }
}

test('sorts as requested, and by id for ties', async () => {
  expect((await ask({})).order).toEqual(['"car"."created_at" desc', '"car"."id" desc'])
  expect((await ask({ sort: ['name,asc'] })).order).toEqual(['"car"."name" asc', '"car"."id" asc'])
  expect((await ask({ sort: ['id,desc', 'name,asc'] })).order).toEqual(['"car"."id" desc', '"car"."name" asc'])
})

test('limit, offset and page metadata', async () => {
  const { limit, offset, answer } = await ask({ page: 2, size: 20 })
  expect({ limit, offset }).toEqual({ limit: 20, offset: 40 })
  expect(answer).toMatchObject({ content: ['row'], number: 2, totalElements: 41, totalPages: 3, last: true })
})

test('the id has the direction of the field before it', async () => {
  expect((await ask({ sort: ['name,desc', 'createdAt,asc'] })).order?.at(-1)).toBe('"car"."id" asc')
})

test('property: every page equals the slice of the sorted list, however deep, and no page beyond the end is queried', async () => {
  const request = fc.record({ page: fc.nat(400), size: fc.integer({ min: 1, max: 100 }) })
  await fc.assert(
    fc.asyncProperty(request, fc.nat(20_000), async ({ page: number, size }, total) => {
      const list = Array.from({ length: total }, (_, at) => at)
      let skipped = 0
      const rows = async ({ orderBy, limit, offset }: Slice) => {
        skipped = offset
        const isForward = orderBy.map((order) => dialect.sqlToQuery(order).sql).includes('"car"."name" asc')
        return (isForward ? list : list.toReversed()).slice(offset, offset + limit)
      }
      const { content } = await page({ page: number, size, sort: ['name,asc'] }, columns, '', rows, async () => total)
      expect(content).toEqual(list.slice(number * size, number * size + size))
      expect(skipped).toBeLessThanOrEqual(Math.max(1_000, total / 2))
    }),
  )
})

test('the last page, read from the end, has the remaining rows', async () => {
  const rows = async ({ limit, offset }: Slice) =>
    Array.from({ length: 2_005 }, (_, at) => at).slice(offset, offset + limit)
  const { content } = await page({ page: 20, size: 100 }, columns, 'name,asc', rows, async () => 2_005)
  expect(content).toEqual([4, 3, 2, 1, 0])
})

test('a list with a fixed order is read from its beginning, and not beyond its end', async () => {
  const slices: object[] = []
  const rows = async (slice: object) => {
    slices.push(slice)
    return ['row']
  }
  expect(await pageInFixedOrder({ page: 90, size: 100 }, rows, async () => 9_001)).toMatchObject({
    number: 90,
    last: true,
  })
  const behind = await pageInFixedOrder({ page: 91, size: 100 }, rows, async () => 9_001)
  expect([behind.content, behind.totalElements, behind.last]).toEqual([[], 9_001, true])
  expect(slices).toEqual([{ limit: 100, offset: 9_000 }])
})

// ASVS 1.2.4, 15.3.6
test.each(['constructor,asc', '__proto__,asc', 'password,desc', ''])('%s is not a field', async (sort) => {
  await expect(ask({ sort: [sort] })).rejects.toThrow(TypeError)
})
