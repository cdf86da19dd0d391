import { contract } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deleteStoredResults, findStoredResult, type KeyedCaller, type Tx, withIdempotency } from '../src/index.ts'
import { startProcess } from './run-script.ts'
import { failure, startServer } from './test-server.ts'

const op = contract.catalog.putAppSetting
const secret = '0123456789abcdef'
const input = { key: 'a', nested: { one: 1, two: [1, 2] } }
const admin = (idempotencyKey?: string, id = '1'): KeyedCaller => ({
  actor: { role: 'admin', id },
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
})

let runs = 0

const server = startedBeforeAll(startServer)
const db = startedBeforeAll(() => server.open())
beforeEach(async () => {
  runs = 0
  await server.admin`truncate shop.thing, shop.idempotency`
})

const insert = async (tx: Tx) => {
  runs += 1
  await tx.execute(sql`insert into thing (name) values (${`run ${runs}`})`)
  return null
}
const run = (caller: KeyedCaller, from: Record<string, unknown> = input, work = insert) =>
  withIdempotency(db, secret, op, from, caller, work)
const rows = async () => Number((await server.admin`select count(*) from shop.thing`)[0]?.count)

test('without a key each call runs', async () => {
  await run(admin())
  await run(admin())
  expect(await rows()).toBe(2)
})

test('the same key and input return the first result again, for any key order of the input', async () => {
  await run(admin('k'))
  expect(await run(admin('k'))).toBeNull()
  expect(await run(admin('k'), { nested: { two: [1, 2], one: 1 }, key: 'a' })).toBeNull()
  expect(await rows()).toBe(1)
})

test('the result is stored unchanged', async () => {
  const answer = { text: '"\u0000\n한글', number: 0.1, none: null, list: [1, '2'] }
  const call = () =>
    withIdempotency(db, secret, contract.catalog.listAppSettings, {}, admin('k'), async () => {
      runs += 1
      return answer
    })
  expect(await call()).toEqual(answer)
  expect(await call()).toEqual(answer)
  expect(runs).toBe(1)
})

test('the same key with another input is rejected, and a key belongs to one caller and one operation', async () => {
  await run(admin('k'))
  expect((await failure(run(admin('k'), { key: 'b' }))).code).toBe('IDEMPOTENCY_KEY_REUSED')
  await run(admin('k', '2'))
  await run({ actor: null, idempotencyKey: 'k' })
  await withIdempotency(db, secret, contract.catalog.createStore, input, admin('k'), insert)
  expect(await rows()).toBe(4)
})

test('a key belongs to the resource that the path names', async () => {
  const remove = (key: string) =>
    withIdempotency(db, secret, contract.catalog.deleteAppSetting, { key }, admin('k'), insert)
  await remove('a')
  await remove('b')
  await remove('a')
  expect(await rows()).toBe(2)
})

test('of fifty concurrent calls one runs, and the others get its result or CONFLICT', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => failure(run(admin('k')))))
  expect(new Set(outcomes.map(({ code }) => code))).toContain('none')
  expect(outcomes.every(({ code }) => code === 'none' || code === 'CONFLICT')).toBe(true)
  expect(await rows()).toBe(1)
  expect(await run(admin('k'))).toBeNull()
})

test('while the first call runs, another gets CONFLICT immediately', async () => {
  const release = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const first = run(admin('k'), input, async (tx) => {
    started.resolve()
    await release.promise
    return insert(tx)
  })
  await started.promise
  const { code, ms } = await failure(run(admin('k')))
  expect(code).toBe('CONFLICT')
  expect(ms).toBeLessThan(500)
  release.resolve()
  await first
  expect(await rows()).toBe(1)
})

test('a failed write stores no result: the same key can be retried', async () => {
  const failed = run(admin('k'), input, async (tx) => {
    await insert(tx)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await run(admin('k'))
  expect(await rows()).toBe(1)
})

test('after 24 hours the key is free', async () => {
  await run(admin('k'))
  await server.admin`update shop.idempotency set created_at = now() - interval '23 hours 59 minutes'`
  await run(admin('k'))
  expect(await rows()).toBe(1)
  await server.admin`update shop.idempotency set created_at = now() - interval '24 hours'`
  await run(admin('k'), { key: 'b' })
  expect(await rows()).toBe(2)
})

test('the input is not in the table', async () => {
  await run(admin('k'), { password: 'hunter2-in-plain' })
  const kept = await server.admin`select * from shop.idempotency`
  expect(JSON.stringify(kept)).not.toContain('hunter2')
})

test('a process that dies before the result is stored leaves nothing, and the key can be used again', async () => {
  const dying = startProcess('write-with-key.ts', [server.urlFor('shop'), secret], {
    FAULT: 'idempotency.beforeKeep:kill',
  })
  expect(await dying.exited).toBe('SIGKILL')
  expect(await rows()).toBe(0)
  const second = startProcess('write-with-key.ts', [server.urlFor('shop'), secret])
  expect(await second.exited).toBe(0)
  const third = startProcess('write-with-key.ts', [server.urlFor('shop'), secret])
  expect(await third.exited).toBe(0)
  expect(await rows()).toBe(1)
})

test('a stored result can be read without running the write, only with the same input', async () => {
  const known = (caller: KeyedCaller, from: Record<string, unknown> = input) =>
    findStoredResult(db.read, secret, op, from, caller)
  const answered = async () => ({ id: 7 })
  await withIdempotency(db, secret, op, input, admin('k'), answered)
  expect(await known(admin('k'))).toEqual({ id: 7 })
  expect(await known(admin('other'))).toBeUndefined()
  expect(await known(admin())).toBeUndefined()
  expect(await failure(known(admin('k'), { ...input, nested: {} }))).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
})

test("deleting an account's results does not affect other callers", async () => {
  const device: KeyedCaller = { actor: null, device: { id: '1' }, idempotencyKey: 'k' }
  const all = [admin('k'), admin('k', '2'), { actor: null, idempotencyKey: 'k' }, device]
  for (const caller of all) await run(caller)
  expect(await rows()).toBe(4) // a device, an account and the public are each another caller
  await db.transaction(async (tx) => deleteStoredResults(tx, { role: 'admin', id: '1' }))
  for (const caller of all) await run(caller)
  expect(await rows()).toBe(5)
})

test('a result hashed with either of two secrets is found; with a removed secret the key counts as reused', async () => {
  const by = (keys: string) => withIdempotency(db, keys, op, input, admin('changed'), insert)
  await by(secret)
  await by(`${secret},next`)
  await by(`next,${secret}`)
  expect(await findStoredResult(db.read, `next,${secret}`, op, input, admin('changed'))).toBeNull()
  expect(await rows()).toBe(1)
  await expect(by('next')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  await expect(withIdempotency(db, `next,${secret}`, op, { key: 'b' }, admin('changed'), insert)).rejects.toMatchObject(
    {
      code: 'IDEMPOTENCY_KEY_REUSED',
    },
  )
})
