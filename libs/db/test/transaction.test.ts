import { startedBeforeAll } from '@kingcar/testing/before-all'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { DatabaseError, isUniqueViolation, type Tx } from '../src/index.ts'
import { failure, startServer, things, until } from './test-server.ts'

const server = startedBeforeAll(startServer)
const db = startedBeforeAll(() => server.open())
beforeEach(async () => {
  await server.admin`truncate shop.thing`
})

const add = (tx: Tx, name: string) => tx.execute(sql`insert into thing (name) values (${name})`)
const names = async () =>
  (await db.read.select({ name: things.name }).from(things).orderBy(things.name)).map((row) => row.name)

const sleepers = async () =>
  (await server.admin`select from pg_stat_activity where usename = 'shop' and wait_event = 'PgSleep'`).length

// ASVS 2.3.3
test('rows of a transaction are there together or not at all', async () => {
  await db.transaction(async (tx) => {
    await add(tx, 'a')
    await add(tx, 'b')
  })
  const failed = db.transaction(async (tx) => {
    await add(tx, 'c')
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await names()).toEqual(['a', 'b'])
})

test('a short read has a time limit of a second and no parallel workers', async () => {
  const shown = (name: string) => db.read.execute(sql`select current_setting(${name}) as value`)
  expect(await shown('statement_timeout')).toEqual([{ value: '1s' }])
  expect(await shown('max_parallel_workers_per_gather')).toEqual([{ value: '0' }])
})

test('a nested transaction is rolled back alone', async () => {
  await db.transaction(async (tx) => {
    await add(tx, 'a')
    await tx.transaction((inner) => add(inner, 'a')).catch(() => {})
    await tx.transaction((inner) => add(inner, 'b'))
  })
  expect(await names()).toEqual(['a', 'b'])
})

test('an error names its constraint and contains no value', async () => {
  await db.transaction((tx) => add(tx, 'secret-name'))
  const error = await db.transaction((tx) => add(tx, 'secret-name')).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DatabaseError)
  expect(isUniqueViolation(error, 'thing_name_key')).toBe(true)
  expect(isUniqueViolation(error, 'thing_pkey')).toBe(false)
  const wrong = await db.read.execute(sql`select ${'secret-name'}::int`).catch((reason: unknown) => reason)
  for (const each of [error, wrong]) {
    const { message, stack } = each as Error
    expect(JSON.stringify([each, message, stack, Object.getOwnPropertyNames(each)])).not.toContain('secret-name')
  }
})

test('an ignored error of a statement fails the transaction, since the server rolled it back', async () => {
  const work = db.transaction(async (tx) => {
    await add(tx, 'a')
    await tx.execute(sql`select 1 / 0`).catch(() => {})
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(await names()).toEqual([])
})

test('a statement sent after the end of its transaction is rejected, and never runs in another one', async () => {
  const escaped = await db.transaction(async (tx) => tx)
  await expect(add(escaped, 'late')).rejects.toThrow()
  const killed = Promise.withResolvers<void>()
  let zombie: Promise<unknown> | undefined
  const first = db.transaction(async (tx) => {
    const [row] = await tx.execute(sql`select pg_backend_pid() as pid`)
    await server.admin`select pg_terminate_backend(${Number(row?.pid)}::int)`
    zombie = killed.promise.then(() => add(tx, 'zombie'))
    await zombie
  })
  const outcome = failure(first)
  await db.transaction(async (tx) => {
    killed.resolve()
    await failure(Promise.resolve(zombie))
    await add(tx, 'alive')
  })
  expect((await outcome).code).toBe('UNAVAILABLE')
  expect(await names()).toEqual(['alive'])
})

test('outside a transaction its connection is read-only', async () => {
  const failed = db.transaction(async (tx) => {
    await tx.execute(sql`rollback`)
    await add(tx, 'outside')
  })
  expect(await failure(failed)).toMatchObject({ code: '25006' }) // read_only_sql_transaction
  expect(await names()).toEqual([])
  await db.transaction((tx) => add(tx, 'inside'))
  expect(await names()).toEqual(['inside'])
})

test('at most eight transactions run at the same time, and the others wait', async () => {
  let running = 0
  let most = 0
  const work = Array.from({ length: 40 }, (_, at) =>
    db.transaction(async (tx) => {
      running += 1
      most = Math.max(most, running)
      await add(tx, `n${at}`)
      running -= 1
    }),
  )
  await Promise.all(work)
  expect(most).toBeLessThanOrEqual(8)
  expect(await names()).toHaveLength(40)
})

test('of two deadlocked transactions one is retried, and both succeed', async () => {
  await db.transaction(async (tx) => {
    await add(tx, 'a')
    await add(tx, 'b')
  })
  const bothHold = Promise.withResolvers<void>()
  let holding = 0
  let tries = 0
  const change = (tx: Tx, name: string) =>
    tx.update(things).set({ amount: sql`amount + 1` }).where(eq(things.name, name))
  const crossing = (first: string, second: string) =>
    db.transaction(
      async (tx) => {
        tries += 1
        await change(tx, first)
        holding += 1
        if (holding === 2) bothHold.resolve()
        await bothHold.promise
        await change(tx, second)
      },
      { deadlineMs: 10_000 },
    )
  await Promise.all([crossing('a', 'b'), crossing('b', 'a')])
  expect(tries).toBeGreaterThanOrEqual(3) // the one that is tried again may meet the other once more
  const rows = await db.read.select().from(things)
  expect(rows.map(({ amount }) => amount)).toEqual([2, 2])
})

test('a blocked lock and endless work fail within two seconds', async () => {
  await db.transaction((tx) => add(tx, 'a'))
  const held = await server.admin.reserve()
  await held`begin`
  await held`update shop.thing set amount = 1`
  const blocked = failure(db.transaction((tx) => tx.update(things).set({ amount: 2 })))
  const endless = failure(db.transaction(() => new Promise(() => {})))
  const slow = failure(db.read.execute(sql`select pg_sleep(5)`))
  for (const { code, ms } of await Promise.all([blocked, endless, slow])) {
    expect(code).toBe('UNAVAILABLE')
    expect(ms).toBeLessThan(2_000)
  }
  await held`rollback`
  held.release()
  await db.transaction((tx) => tx.update(things).set({ amount: 3 }))
})

test('a transaction that waits for a session beyond its deadline fails, and the next one is served', async () => {
  const release = Promise.withResolvers<void>()
  const holders = Array.from({ length: 8 }, () => db.transaction(() => release.promise, { deadlineMs: 10_000 }))
  const refused = await failure(db.transaction((tx) => add(tx, 'late'), { deadlineMs: 300 }))
  expect(refused).toMatchObject({ code: 'UNAVAILABLE' })
  expect(refused.ms).toBeLessThan(5_000) // the others hold their sessions for ten seconds
  const next = db.transaction((tx) => add(tx, 'next'), { deadlineMs: 10_000 })
  release.resolve()
  await Promise.all([...holders, next])
  expect(await names()).toEqual(['next'])
})

test('a slow statement does not block later reads', async () => {
  await until(async () => {
    let ended = false
    const slow = db.read.execute(sql`select pg_sleep(0.8)`).then(() => {
      ended = true
    })
    await until(async () => (await sleepers()) === 1)
    await db.read.execute(sql`select 1`)
    const overtook = !ended
    await slow
    return overtook
  }, 'a read that overtakes the slow one')
})

test('disposal waits for running transactions to commit and refuses new ones', async () => {
  const own = await server.open()
  const work = Promise.withResolvers<void>()
  const running = own.transaction(async (tx) => {
    await work.promise
    await add(tx, 'kept')
  })
  const disposed = own[Symbol.asyncDispose]()
  expect((await failure(own.transaction(async () => {}))).code).toBe('UNAVAILABLE')
  work.resolve()
  await Promise.all([running, disposed])
  expect(await names()).toEqual(['kept'])
  expect((await failure(own.read.execute(sql`select 1`))).code).toBe('UNAVAILABLE')
})
