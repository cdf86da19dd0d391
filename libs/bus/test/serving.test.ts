import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { failure, startBroker, until, waiting } from './broker.ts'
import { context, failing, handlers, operations } from './operations.ts'

test('the services API reports durations and failures of the handlers', async () => {
  await using broker = await startBroker(false)
  const release = Promise.withResolvers<void>()
  const ctx = context({ release: release.promise, ...failing(new Error('canary')) })
  const orders = await broker.open('orders')
  await orders.serve(operations, ctx, handlers)
  const gateway = await broker.open('gateway')
  const held = gateway.call(operations.hold, {}, waiting())
  await until(() => ctx.holding === 1)
  const began = performance.now()
  await until(() => performance.now() - began > 100)
  release.resolve()
  await held
  await failure(gateway.call(operations.fail, {}, waiting()))

  const client = (await broker.setup()).services.client()
  const [stats] = await all(await client.stats('orders'))
  const dataOf = (name: string) => stats?.endpoints?.find((endpoint) => endpoint.name === name)?.data
  expect(dataOf('hold')).toMatchObject({ requests: 1, errors: 0 })
  expect((dataOf('hold') as { processingMs: number }).processingMs).toBeGreaterThan(90)
  expect(dataOf('fail')).toMatchObject({ requests: 1, errors: 1, lastError: 'INTERNAL' })
  expect(JSON.stringify(stats)).not.toContain('canary')
  const [info] = await all(await client.info('orders'))
  expect(info?.endpoints.map(({ subject }) => subject)).toContain('rpc.orders.echo')
})

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

/** Makes calls continuously, ten at a time, until stopped; returns the errors. */
function load(call: () => Promise<unknown>) {
  const failures: string[] = []
  let done = 0
  let stopped = false
  const lane = async () => {
    while (!stopped) {
      const { code } = await failure(call())
      if (code === 'none') done += 1
      else failures.push(code)
    }
  }
  const lanes = Promise.all(Array.from({ length: 10 }, lane))
  return {
    failures,
    get done() {
      return done
    },
    async stop() {
      stopped = true
      await lanes
    },
  }
}

test('responders are replaced one after the other under load without a failure', async () => {
  await using broker = await startBroker(false)
  const gateway = await broker.open('gateway')
  const serve = async (by: string) => {
    const bus = await broker.open('orders')
    await bus.serve(operations, context({ by }), {
      ...handlers,
      // longer than a tick, so that calls are in flight when it is stopped
      hold: async (ctx) => setTimeout(5, { by: ctx.by }),
    })
    return bus
  }
  let current = await serve('0')
  const answeredBy = new Set<string>()
  const calls = load(async () => answeredBy.add((await gateway.call(operations.hold, {}, waiting())).by))
  for (const round of ['1', '2', '3', '4']) {
    const next = await serve(round)
    await until(() => answeredBy.has(round), 'calls to the new one')
    await current[Symbol.asyncDispose]()
    current = next
  }
  await calls.stop()
  expect(calls.failures).toEqual([])
  expect(calls.done).toBeGreaterThan(50)
})

test('the client’s own drain loses calls in flight; disposal does not', async () => {
  await using broker = await startBroker(false)
  const gateway = await broker.open('gateway')
  const release = Promise.withResolvers<void>()

  const naive = await broker.bare('orders')
  naive.subscribe(operations.hold.subject, {
    callback: (_error, message) =>
      void release.promise.then(() => naive.isClosed() || message.respond('{"success":true,"result":{"by":"naive"}}')),
  })
  await naive.flush()
  const lost = failure(gateway.call(operations.hold, {}, waiting(1_000)))
  await gateway.check()
  await naive.drain()

  const orders = await broker.open('orders')
  const ctx = context({ release: release.promise })
  await orders.serve(operations, ctx, handlers)
  const kept = gateway.call(operations.hold, {}, waiting())
  await until(() => ctx.holding === 1)
  const disposed = orders[Symbol.asyncDispose]()
  release.resolve()
  expect(await kept).toEqual({ by: 'one' })
  await disposed
  expect(await lost).toMatchObject({ code: 'UNAVAILABLE' })
})
