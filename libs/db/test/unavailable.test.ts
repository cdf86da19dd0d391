import { setTimeout as wait } from 'node:timers/promises'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { startProxy } from '@kingcar/testing/proxy'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withChildren } from '../../localstack/src/process-table.ts'
import { deafPort, failure, startServer, things, until } from './test-server.ts'

const server = startedBeforeAll(startServer)
const db = startedBeforeAll(() => server.open())

const ask = (database = db) => database.read.execute(sql`select 1`)
const write = (database = db) =>
  database.transaction((tx) => tx.execute(sql`insert into thing (name) values (uuidv7()::text)`))

/** Expects that all calls fail with UNAVAILABLE within two seconds. */
async function expectUnavailable(database = db): Promise<void> {
  const outcomes = await Promise.all([
    ...Array.from({ length: 150 }, () => failure(ask(database))),
    failure(write(database)),
  ])
  for (const { code, ms } of outcomes) {
    expect(code).toBe('UNAVAILABLE')
    expect(ms).toBeLessThan(2_000)
  }
}

async function expectRecoveryWithin(ms: number): Promise<void> {
  const began = performance.now()
  await until(
    async () => (await failure(ask())).code === 'none' && (await failure(write())).code === 'none',
    'recovery',
  )
  expect(performance.now() - began).toBeLessThan(ms)
}

test('a stopped database fails fast with UNAVAILABLE, and is used again after its start', async () => {
  expect(await db.check()).toBe(true)
  const byName = db.read
    .select()
    .from(things)
    .where(eq(things.name, sql.placeholder('name')))
    .prepare('by_name')
  await byName.execute({ name: 'x' })
  await write()
  await server.stop()
  await until(async () => (await failure(ask())).code === 'UNAVAILABLE')
  await expectUnavailable()
  expect(await db.check()).toBe(false)
  await server.start()
  await expectRecoveryWithin(5_000)
  expect(await db.check()).toBe(true)
  expect(await byName.execute({ name: 'x' })).toEqual([])
})

test('a frozen server, and new connections to it, time out; it is used again afterwards', async () => {
  await Promise.all([ask(), write()])
  const frozen = withChildren(server.postgres.pid)
  const late = failure(db.check())
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  try {
    await expectUnavailable()
    await expectUnavailable()
    expect((await late).ms).toBeLessThan(1_500)
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
  }
  await expectRecoveryWithin(5_000)
})

test('a transaction that exceeds its deadline is not retried', async () => {
  await using way = await startProxy(`127.0.0.1:${server.postgres.port}`)
  const url = new URL(server.urlFor('shop'))
  url.port = String(way.port)
  await using far = await server.open({ url: url.href })
  const tries: number[] = []
  // some of the timers come a part of a millisecond before the deadline
  for (let round = 0; round < 30; round++) {
    way.flow()
    await write(far)
    const before = way.tries
    way.stall()
    const { code } = await failure(far.transaction((tx) => tx.execute(sql`select 1`), { deadlineMs: 30 }))
    expect(code).toBe('UNAVAILABLE')
    await wait(20) // a connection that was begun has come by then
    tries.push(way.tries - before)
  }
  expect(tries.filter((some) => some > 0)).toEqual([])
})

test('a port that accepts connections and stays silent is UNAVAILABLE', async () => {
  await using silent = await deafPort(() => {})
  await using nobody = await server.open({ url: `postgres://shop:x@127.0.0.1:${silent.port}/postgres` })
  await expectUnavailable(nobody)
  expect(await nobody.check()).toBe(false)
})

test('a port that closes connections is UNAVAILABLE, and gets few attempts', async () => {
  let connections = 0
  await using gone = await deafPort((socket) => {
    connections += 1
    socket.end()
  })
  await using nobody = await server.open({ url: `postgres://shop:x@127.0.0.1:${gone.port}/postgres` })
  await expectUnavailable(nobody)
  expect(connections).toBeLessThan(10)
})

test('terminating backends at any moment causes errors, but no crash, hang or partial transaction', async () => {
  await server.admin`truncate shop.thing`
  let storming = true
  const escaped: unknown[] = []
  const note = (error: unknown) => escaped.push(error)
  process.on('uncaughtException', note).on('unhandledRejection', note)
  const outcomes = new Map<string, number>()
  const count = (code: string) => outcomes.set(code, (outcomes.get(code) ?? 0) + 1)
  const pair = (at: string) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`insert into thing (name) values (${`${at} a`})`)
      await tx.execute(sql`insert into thing (name) values (${`${at} b`})`)
    })
  const worker = async (name: number) => {
    for (let at = 0; storming; at++) {
      const { code, ms } = await failure(at % 2 ? ask() : pair(`${name} ${at}`))
      expect(ms).toBeLessThan(2_000)
      count(code)
      if (code !== 'none') await new Promise(setImmediate)
    }
  }
  const workers = Array.from({ length: 12 }, (_, name) => worker(name))
  for (let round = 0; round < 60; round++) {
    await server.admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'`
    await new Promise((resolve) => setTimeout(resolve, round % 30))
  }
  storming = false
  await Promise.all(workers)
  process.off('uncaughtException', note).off('unhandledRejection', note)
  expect(escaped).toEqual([])
  expect([...outcomes.keys()].sort()).toEqual(['UNAVAILABLE', 'none'])
  expect(outcomes.get('none')).toBeGreaterThan(0)
  await expectRecoveryWithin(5_000)
  const halves = await server.admin`
    select left(name, -2) as pair from shop.thing where name ~ ' [ab]$' group by 1 having count(*) <> 2`
  expect(halves).toEqual([])
})

test('a wrong password is reported as such, not as UNAVAILABLE, and readiness fails', async () => {
  await using refused = await server.open({ url: server.urlFor('shop', 'wrong') })
  expect((await failure(ask(refused))).code).toBe('28P01')
  expect(await refused.check()).toBe(false)
})

test('disposal ends in time while the server is frozen', async () => {
  const own = await server.open()
  await Promise.all([ask(own), write(own)])
  const frozen = withChildren(server.postgres.pid)
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  try {
    const running = [failure(ask(own)), failure(write(own))]
    const { ms } = await failure(Promise.resolve(own[Symbol.asyncDispose]()))
    expect(ms).toBeLessThan(5_000)
    for (const { code } of await Promise.all(running)) expect(code).toBe('UNAVAILABLE')
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
  }
})
