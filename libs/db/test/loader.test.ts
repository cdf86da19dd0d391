import { randomUUID } from 'node:crypto'
import { currentRequestId, withinRequest } from '@kingcar/runtime'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createLoader } from '../src/index.ts'
import { failure, startServer, things } from './test-server.ts'

const ids = Array.from({ length: 600 }, () => randomUUID())

const server = startedBeforeAll(startServer)
const db = startedBeforeAll(() => server.open())
beforeAll(async () => {
  await db.transaction((tx) => tx.insert(things).values(ids.map((id, amount) => ({ id, name: id, amount }))))
})

/** A loader of things, and the number of keys of each statement that it ran. */
function countingLoader() {
  const byId = db.read
    .select()
    .from(things)
    .where(sql`${things.id} = any(${sql.placeholder('keys')}::uuid[])`)
    .prepare('things_by_id')
  const statements: number[] = []
  const load = createLoader(
    {
      execute(values) {
        statements.push(values.keys.split(',').length)
        return byId.execute(values)
      },
    },
    ({ id }) => id,
  )
  return { load, statements }
}

test('the requests of one event loop turn are one statement with distinct keys', async () => {
  const { load, statements } = countingLoader()
  const asked = [...ids.slice(0, 20), ...ids.slice(0, 10), randomUUID()]
  const rows = await Promise.all(asked.map(load))
  expect(rows.map((row) => row?.id)).toEqual([...asked.slice(0, 30), undefined])
  expect(rows[7]).toEqual({ id: ids[7], name: ids[7], amount: 7 })
  expect(statements).toEqual([21])
})

test('more keys than the maximum are several statements', async () => {
  const { load, statements } = countingLoader()
  const rows = await Promise.all(ids.map(load))
  expect(rows.map((row) => row?.amount)).toEqual(ids.map((_, at) => at))
  expect(statements).toEqual([256, 256, 88])
})

test("a batch runs in no request's context, and each caller continues in its own", async () => {
  const seen: unknown[] = []
  const load = createLoader({ execute: async () => [seen.push(currentRequestId())] }, String)
  const ask = (requestId: string) =>
    withinRequest(requestId, async () => {
      await load(requestId)
      return currentRequestId()
    })
  expect(await Promise.all(['request-1', 'request-2'].map(ask))).toEqual(['request-1', 'request-2'])
  expect(seen).toEqual([undefined])
})

test('nothing is cached: the next turn reads again', async () => {
  const { load } = countingLoader()
  const [id] = ids as [string]
  expect((await load(id))?.amount).toBe(0)
  await db.transaction((tx) => tx.execute(sql`update thing set amount = 99 where id = ${id}`))
  expect((await load(id))?.amount).toBe(99)
})

test('a failed statement fails its own requests and no others', async () => {
  const { load } = countingLoader()
  const failed = await Promise.all(['no uuid', ids[1] as string].map((key) => failure(load(key))))
  expect(failed.map(({ code }) => code)).not.toContain('none')
  expect((await load(ids[1] as string))?.amount).toBe(1)
})
