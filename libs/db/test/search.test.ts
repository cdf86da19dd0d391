import { startedBeforeAll } from '@kingcar/testing/before-all'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { failure, startServer, until } from './test-server.ts'

const server = startedBeforeAll(startServer)
const db = startedBeforeAll(() => server.open())

const search = (seconds: number) => failure(db.search.execute(sql`select pg_sleep(${seconds})`))
const sessions = async () =>
  Number(
    (
      await server.admin`select count(*) from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`
    )[0]?.count,
  )

test('a search that takes too long is refused as too wide, and the next one is found', async () => {
  expect(await search(5)).toMatchObject({ code: 'SEARCH_TOO_WIDE' })
  expect(await search(0)).toMatchObject({ code: 'none' })
  expect((await failure(db.search.execute(sql`select * from nowhere`))).code).toBe('42P01')
})

test('many searches at the same time wait for each other, and neither reads nor writes wait for them', async () => {
  const searches = Array.from({ length: 60 }, () => search(0.3))
  await until(async () => (await sessions()) === 4, 'the searches')
  const others = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      failure(
        at % 5 > 0
          ? db.read.execute(sql`select 1`)
          : db.transaction((tx) => tx.execute(sql`insert into thing (name) values (uuidv7()::text)`)),
      ),
    ),
  )
  expect(new Set(others.map(({ code }) => code))).toEqual(new Set(['none']))
  expect(await sessions()).toBe(4)
  const codes = Map.groupBy(await Promise.all(searches), ({ code }) => code)
  expect(codes.get('none')?.length).toBeGreaterThanOrEqual(4)
  expect([...codes.keys()].toSorted()).toEqual(['UNAVAILABLE', 'none'])
  expect(await search(0)).toMatchObject({ code: 'none' })
})

test('searches recover from terminated backends', async () => {
  const broken = [...Array.from({ length: 4 }, () => search(0.8)), search(0)]
  await until(async () => (await sessions()) === 4, 'the searches')
  await server.admin`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`
  expect((await Promise.all(broken)).map(({ code }) => code)).toEqual([
    ...Array.from({ length: 4 }, () => 'UNAVAILABLE'),
    'none',
  ])
})

test('searches work again after the server was unavailable', async () => {
  await server.stop()
  for (let round = 0; round < 3; round++)
    expect(new Set((await Promise.all(Array.from({ length: 20 }, () => search(0)))).map(({ code }) => code))).toEqual(
      new Set(['UNAVAILABLE']),
    )
  await server.start()
  await until(async () => (await search(0)).code === 'none', 'a search')
  const codes = (await Promise.all(Array.from({ length: 8 }, () => search(0)))).map(({ code }) => code)
  expect(new Set(codes)).toEqual(new Set(['none']))
})
