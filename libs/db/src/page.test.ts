import { PgDialect, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { page, type Slice } from './page.ts'

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

test('the order that is asked for, and the id where it ties', async () => {
  expect((await ask({})).order).toEqual(['"car"."created_at" desc', '"car"."id" desc'])
  expect((await ask({ sort: ['name,asc'] })).order).toEqual(['"car"."name" asc', '"car"."id" asc'])
  expect((await ask({ sort: ['id,desc', 'name,asc'] })).order).toEqual(['"car"."id" desc', '"car"."name" asc'])
})

test('limit, offset and the page around the rows', async () => {
  const { limit, offset, answer } = await ask({ page: 2, size: 20 })
  expect({ limit, offset }).toEqual({ limit: 20, offset: 40 })
  expect(answer).toMatchObject({ content: ['row'], number: 2, totalElements: 41, totalPages: 3, last: true })
})

test.each(['constructor,asc', '__proto__,asc', 'password,desc', ''])('%s is no field', async (sort) => {
  await expect(ask({ sort: [sort] })).rejects.toThrow(TypeError)
})
