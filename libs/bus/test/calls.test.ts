import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { AppError, contract } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, expect, test } from 'vitest'
import { type Actor, type Bus, type Caller, deviceSightingsSubject, screenSubject } from '../src/index.ts'
import { failure, startBroker, until, waiting } from './broker.ts'
import { type Context, context, failing, handlers, operations } from './operations.ts'

let gateway: Bus
let orders: Bus
const ctx: Context = context()

const broker = startedBeforeAll(() => startBroker(false))
beforeAll(async () => {
  orders = await broker.open('orders')
  gateway = await broker.open('gateway')
  await orders.serve(operations, ctx, handlers)
})

test('a call gets its result, without fields that are not in the contract', async () => {
  expect(await gateway.call(operations.echo, { text: '안녕' }, waiting())).toEqual({ text: '안녕' })
  const { body, etag } = await gateway.forward(operations.echo, '{"text":"안녕"}', waiting())
  expect(Buffer.from(body).toString()).toBe('{"success":true,"result":{"text":"안녕"}}')
  expect(etag).toBeUndefined()
})

test('a version comes as an entity tag', async () => {
  const { body, etag } = await gateway.forward(operations.read, '{}', waiting())
  expect(etag).toBe('"7"')
  expect(JSON.parse(Buffer.from(body).toString())).toEqual({ success: true, result: { id: 2 ** 40 } })
  expect(await gateway.call(operations.read, {}, waiting())).toEqual({ id: 2 ** 40 })
})

test('each of 500 calls in flight gets its own reply', async () => {
  const texts = Array.from({ length: 500 }, (_, at) => `text ${at}`)
  const results = await Promise.all(texts.map((text) => gateway.call(operations.echo, { text }, waiting())))
  expect(results.map(({ text }) => text)).toEqual(texts)
})

test('the caller waits for a long operation once a process has accepted it, for any other until its deadline', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  ctx.release = promise
  const long = gateway.call(operations.holdLong, {}, waiting(300))
  const { code } = await failure(gateway.call(operations.hold, {}, waiting(300)))
  expect(code).toBe('UNAVAILABLE')
  await wait(1_800) // longer than the silence after which a call fails
  resolve()
  expect(await long).toEqual({ by: 'one' })
})

// ASVS 8.3.3
test('the caller arrives as it was sent', async () => {
  const id = '0199a0c5-3c80-7000-8000-000000000001'
  const caller = waiting(1_000, {
    actor: { role: 'admin', id, sessionId: id, adminRole: 'owner', storeIds: null },
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    idempotencyKey: 'key-1',
    ifMatch: '"3"',
    address: '192.0.2.1',
  })
  await gateway.call(operations.echo, { text: 'a' }, caller)
  expect(ctx.caller).toEqual({ ...caller, deadline: expect.any(Number) })
  expect(JSON.stringify(broker.lines)).not.toContain('192.0.2.1')
})

// ASVS 8.3.1
test('the rights of an administrator are checked again, and limit the result to stores', async () => {
  const [own, other, id] = [1, 2, 3].map((at) => `0199a0c5-3c80-7000-8000-00000000000${at}`) as [string, string, string]
  const { ofStores, ofHeadOffice } = operations
  const as = (rights: object) => waiting(1_000, { actor: { role: 'admin', id, sessionId: id, ...rights } as Actor })
  const [owner, manager, staff] = [
    as({ adminRole: 'owner', storeIds: null }),
    as({ adminRole: 'manager', storeIds: [own] }),
    as({ adminRole: 'staff', storeIds: null }),
  ]
  const stores = async (op: typeof ofStores | typeof ofHeadOffice, caller: Caller, input: { storeId?: string } = {}) =>
    gateway.call(op, input, caller).then(
      (result) => result.stores,
      (error: AppError) => error.code,
    )
  expect(await stores(ofStores, owner, { storeId: other })).toBeNull()
  expect(await stores(ofHeadOffice, owner)).toBe('undefined')
  expect(await stores(ofStores, manager)).toEqual([own])
  expect(await stores(ofStores, manager, { storeId: own.toUpperCase() })).toEqual([own])
  expect(await stores(ofStores, manager, { storeId: other })).toBe('FORBIDDEN')
  expect(await stores(ofHeadOffice, manager)).toBe('FORBIDDEN')
  expect(await stores(ofStores, staff)).toBe('FORBIDDEN')
  expect(await stores(ofHeadOffice, staff)).toBe('FORBIDDEN')
  for (const rights of [{}, { adminRole: 'chief', storeIds: null }])
    expect(await stores(ofHeadOffice, as(rights))).toBe('UNAVAILABLE')
  expect(await stores(ofHeadOffice, waiting())).toBe('undefined') // a service
})

test('a request of a signal returns delivered, no subscriber, or unknown', async () => {
  const id = '0199a0c5-3c80-7000-8000-000000000002'
  const member = await broker.open('member')
  const ask = () => member.request(screenSubject(id), { type: 'reload' })
  expect(await ask()).toBe('noSubscriber')
  const deaf = gateway.subscribe(screenSubject(id), () => false)
  await gateway.check()
  expect(await ask()).toBe('unknown')
  deaf.stop()
  const heard: string[] = []
  const { stop } = gateway.subscribe(screenSubject(id), (text) => heard.push(text) > 0)
  await gateway.check()
  expect(await ask()).toBe('delivered')
  member.send(screenSubject(id), { type: 'message' })
  await until(() => heard.length === 2)
  expect(heard).toEqual(['{"type":"reload"}', '{"type":"message"}'])
  stop()
  await gateway.check()
  expect(await ask()).toBe('noSubscriber')
})

test('one subscriber of a queue confirms a request when its work is done, also while it is drained', async () => {
  const outcomes: Promise<unknown>[] = []
  const release = Promise.withResolvers<boolean>()
  const recognition = await broker.open('recognition')
  recognition.subscribeQueue(deviceSightingsSubject, 'recognition', () => {
    outcomes.push(release.promise)
    return release.promise
  })
  await recognition.check()
  const asked = gateway.request(deviceSightingsSubject, {})
  await until(() => outcomes.length === 1)
  const drained = recognition.drain()
  release.resolve(true)
  expect(await asked).toBe('delivered')
  await drained
  expect(await gateway.request(deviceSightingsSubject, {})).toBe('noSubscriber')
})

// ASVS 2.2.2
test('input that the contract refuses fails with the path of the error', async () => {
  const { error } = await failure(gateway.forward(operations.echo, '{"text":7,"more":1}', waiting()))
  expect(error?.code).toBe('VALIDATION_FAILED')
  expect(error?.details?.map(({ path }) => path)).toEqual(expect.arrayContaining(['text', 'more']))
})

test.each(['', '{', '{"text":"a"', 'null', '{"text":"a"}}', '\u0000'])('broken input %j does no harm', async (text) => {
  expect(await failure(gateway.forward(operations.echo, text, waiting()))).toMatchObject({ code: 'VALIDATION_FAILED' })
  expect(await gateway.call(operations.echo, { text: 'on' }, waiting())).toEqual({ text: 'on' })
})

// ASVS 8.3.1
test('no input can set the caller', async () => {
  const forged = '{"text":"a"},"caller":{"requestId":"forged","deadline":9999999999999,"actor":{"role":"admin"}}'
  await gateway.forward(operations.echo, forged, waiting())
  expect(ctx.caller).toMatchObject({ requestId: 'request-1', actor: null })
})

// ASVS 1.3.3
test('hostile input reaches the handler as text, and never a subject', async () => {
  const eavesdropper = await broker.setup()
  const subjects = new Set<string>()
  eavesdropper.subscribe('>', { callback: (_error, { subject }) => void subjects.add(subject) })
  await eavesdropper.flush()
  const hostile = [
    'a.b',
    '*',
    '>',
    'x y',
    '\r\nPUB evt.member.adminChanged 2\r\n{}\r\n',
    '../..',
    '$JS.API.STREAM.PURGE.EVENTS',
    '\u0000',
  ]
  for (const text of hostile)
    expect(await gateway.call(operations.echo, { text }, waiting(5_000, { requestId: text }))).toEqual({ text })
  await eavesdropper.drain() // a mere close would leave the subscription for a moment
  const own = /^(rpc\.orders\.echo|_INBOX_gateway\.[A-Za-z0-9]+\.\d+)$/
  expect([...subjects].filter((subject) => !own.test(subject))).toEqual([])
  expect(subjects.size).toBeGreaterThan(1)
})

test('without a serving process a call fails immediately with UNAVAILABLE', async () => {
  const { code, ms, error } = await failure(gateway.call(contract.catalog.listStores, {}, waiting()))
  expect({ code, retryAfter: error?.retryAfter }).toEqual({ code: 'UNAVAILABLE', retryAfter: 1 })
  expect(ms).toBeLessThan(1_000)
})

test('a call ends at its deadline', async () => {
  const release = Promise.withResolvers<void>()
  ctx.release = release.promise
  const { code, ms } = await failure(gateway.call(operations.hold, {}, waiting(200)))
  expect(code).toBe('UNAVAILABLE')
  expect(ms).toBeGreaterThan(150)
  expect(ms).toBeLessThan(1_000)
  release.resolve()
  await until(() => ctx.holding === 0)
})

test('the handler receives the deadline of its caller, also for a long operation', async () => {
  const wholly = async (call: Promise<unknown>) => {
    await call
    return (ctx.caller?.deadline ?? 0) - steadyNow()
  }
  const left = await wholly(gateway.call(operations.hold, {}, waiting(3_000)))
  expect(left).toBeGreaterThan(1_000)
  expect(left).toBeLessThanOrEqual(3_000)
  const long = await wholly(gateway.call(operations.holdLong, {}, waiting(3_000)))
  expect(long).toBeGreaterThan(8_000)
  expect(long).toBeLessThanOrEqual(10_000)
})

test('a caller of an earlier version, which sends no time, gets replies that it understands', async () => {
  const setup = await broker.setup()
  const say = async (op: { subject: string }, input: object, deadline: number) => {
    const caller = { requestId: 'of-before', actor: null, deadline: Date.now() + deadline }
    const { data } = await setup.request(op.subject, JSON.stringify({ input, caller }), { timeout: 5_000 })
    return Buffer.from(data).toString()
  }
  expect(await say(operations.echo, { text: 'a' }, 3_000)).toBe('0 \n{"success":true,"result":{"text":"a"}}\n')
  expect(await say(operations.holdLong, {}, 3_000)).toMatch(/^0 \n\{"success":true/)
  expect(await say(operations.echo, { text: 'a' }, -1)).toMatch(/^0 !\n\{"code":"UNAVAILABLE"/)
})

test('an expired call is not run', async () => {
  const before = ctx.held
  expect(await failure(gateway.call(operations.hold, {}, waiting(-1)))).toMatchObject({ code: 'UNAVAILABLE' })
  await gateway.call(operations.hold, {}, waiting())
  expect(ctx.held).toBe(before + 1)
})

// ASVS 16.3.4
test.each([false, true])(
  'an unknown failure is INTERNAL for the caller and complete in the log; thrown %s',
  async (thrown) => {
    Object.assign(ctx, failing(new Error('canary'), thrown))
    const { error } = await failure(gateway.call(operations.fail, {}, waiting(5_000, { requestId: `seek-${thrown}` })))
    expect(error).toMatchObject({ code: 'INTERNAL', details: undefined })
    expect(JSON.stringify({ ...error, message: error?.message })).not.toContain('canary')
    const line = broker.lines.find(({ requestId }) => requestId === `seek-${thrown}`)
    expect(line).toMatchObject({ operation: 'fail', err: { message: 'canary' } })
    expect(await gateway.call(operations.echo, { text: 'on' }, waiting())).toEqual({ text: 'on' })
  },
)

test('a log line of a handler has the id of its call', async () => {
  ctx.failWith = async () => {
    broker.log.info('before')
    await setImmediate()
    broker.log.info('after')
    throw new AppError('NOT_FOUND')
  }
  const ids = ['first-id', 'second-id']
  const calls = ids.map((requestId) => failure(gateway.call(operations.fail, {}, waiting(5_000, { requestId }))))
  await Promise.all(calls)
  broker.log.info('outside')
  const told = (msg: string) => broker.lines.filter((line) => line.msg === msg).map(({ requestId }) => requestId)
  expect([told('before'), told('after'), told('outside')]).toEqual([ids, ids, [undefined]])
})

test('an AppError arrives with its details', async () => {
  const details = [{ path: 'a', ko: '가', en: 'a' }]
  Object.assign(ctx, failing(new AppError('RATE_LIMITED', { details, retryAfter: 7 })))
  const { error } = await failure(gateway.call(operations.fail, {}, waiting()))
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'RATE_LIMITED', details, retryAfter: 7 })
})

test('input over the message size limit fails with PAYLOAD_TOO_LARGE', async () => {
  const input = JSON.stringify({ text: 'x'.repeat(2 * 2 ** 20) })
  expect(await failure(gateway.forward(operations.echo, input, waiting()))).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
})

test('a result over the message size limit is logged and fails with INTERNAL, and the process survives', async () => {
  expect(await failure(gateway.call(operations.swell, {}, waiting()))).toMatchObject({ code: 'INTERNAL' })
  const told = broker.lines.filter(({ operation }) => operation === 'swell')
  expect(told).toMatchObject([{ err: { message: expect.stringContaining('2097180 bytes') }, requestId: 'request-1' }])
  expect(await gateway.call(operations.echo, { text: 'on' }, waiting())).toEqual({ text: 'on' })
})

test('above the limit of concurrent calls a process rejects immediately with UNAVAILABLE', async () => {
  const release = Promise.withResolvers<void>()
  ctx.release = release.promise
  const calls = Array.from({ length: 1_024 }, () => gateway.call(operations.hold, {}, waiting(20_000)))
  await until(() => ctx.holding === 1_024, '1,024 calls in flight')
  const { code, ms, error } = await failure(gateway.call(operations.echo, { text: 'one more' }, waiting()))
  expect({ code, retryAfter: error?.retryAfter }).toEqual({ code: 'UNAVAILABLE', retryAfter: 1 })
  expect(ms).toBeLessThan(1_000)
  release.resolve()
  await Promise.all(calls)
  expect(await gateway.call(operations.echo, { text: 'on' }, waiting())).toEqual({ text: 'on' })
})
