import { startedBeforeAll } from '@kingcar/testing/before-all'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '../src/index.ts'
import { failure, startServer } from './test-server.ts'

const server = startedBeforeAll(startServer)

const change = (password: string) => server.admin.unsafe(`alter role shop password '${password}'`)
const cut = () => server.admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'`

/** Codes of six concurrent transactions, more than there are open sessions: each holds its session until all have one. */
async function codesOfMany(db: Database): Promise<string[]> {
  const all = Promise.withResolvers<void>()
  let waiting = 0
  const work = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      if (++waiting === 6) all.resolve()
      await all.promise
    })
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      failure(
        work().catch((error) => {
          all.resolve()
          throw error
        }),
      ),
    ),
  )
  return outcomes.map(({ code }) => code)
}
const fine = Array(6).fill('none')

test('a process with two passwords continues while the first is replaced by the second, and back', async () => {
  await change('first')
  await using db = await server.open({ url: server.urlFor('shop', 'first,second') })
  expect(await db.check()).toBe(true)
  await change('second')
  expect((await failure(db.read.execute(sql`select 1`))).code).toBe('none')
  expect(await codesOfMany(db)).toEqual(fine)

  await change('first')
  await cut()
  await expect.poll(() => db.check()).toBe(true)
  expect(await codesOfMany(db)).toEqual(fine)
})

test('a process with only the old password keeps its sessions and cannot open new ones', async () => {
  await change('old')
  await using db = await server.open({ url: server.urlFor('shop', 'old') })
  expect(await db.check()).toBe(true)
  await change('new')
  expect(await db.check()).toBe(true)
  expect(await codesOfMany(db)).toContain('UNAVAILABLE')
})

test('two wrong passwords are rejected', async () => {
  await change('right')
  await using db = await server.open({ url: server.urlFor('shop', 'wrong,worse') })
  expect((await failure(db.read.execute(sql`select 1`))).code).toBe('28P01')
})
