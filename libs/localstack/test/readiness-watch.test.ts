import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startChild } from '../src/leashed-child.ts'
import { watchReadiness } from '../src/readiness-watch.ts'

type Dependencies = Record<string, 'ok' | 'down'>

/** A process whose `/readyz` says what the test sets; undefined for no response. */
async function pretended(dependencies: Dependencies) {
  const state: { now: Dependencies | undefined; asked: number } = { now: dependencies, asked: 0 }
  const server = createServer((_request, response) => {
    state.asked += 1
    if (state.now === undefined) return
    response
      .writeHead(Object.values(state.now).includes('down') ? 503 : 200)
      .end(JSON.stringify({ dependencies: state.now }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const child = startChild({ command: 'sleep', args: ['60'] })
  return {
    state,
    child,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      await child.stop()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** @param unready milliseconds of failure before a restart */
async function watchTwo({ warnings = [] as string[], unready = 100 } = {}) {
  const stack = new AsyncDisposableStack()
  const one = stack.use(await pretended({ bus: 'ok', database: 'ok' }))
  const other = stack.use(await pretended({ bus: 'ok' }))
  const watch = stack.use(watchReadiness((line) => warnings.push(line), { unready, silent: 200 }, 20))
  watch.add('one', one.child, one.port)
  watch.add('other', other.child, other.port)
  return { one, other, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
/** Waits for so many further looks. */
const looks = (of: { state: { asked: number } }, count: number) => {
  const until = of.state.asked + count
  return expect.poll(() => of.state.asked).toBeGreaterThanOrEqual(until)
}

test('a process without a dependency that another process reaches is stopped, and no other', async () => {
  const warnings: string[] = []
  await using two = await watchTwo({ warnings })
  two.one.state.now = { bus: 'down', database: 'ok' }
  expect(await two.one.child.exited).toMatchObject({ signal: 'SIGTERM' })
  await looks(two.other, 20)
  expect(two.other.child.running).toBe(true)
  expect(warnings).toEqual([expect.stringMatching(/^one was unready for \d+ s: restarting it$/)])
})

test('while a dependency is unavailable for every process none is stopped', async () => {
  await using two = await watchTwo()
  two.one.state.now = { bus: 'down', database: 'down' }
  two.other.state.now = { bus: 'down' }
  await looks(two.one, 30)
  expect([two.one.child.running, two.other.child.running]).toEqual([true, true])
})

test('a process that recovers in time keeps running', async () => {
  const unready = 1_000
  await using two = await watchTwo({ unready })
  const begun = performance.now()
  while (performance.now() - begun < 1.5 * unready) {
    two.one.state.now = { bus: 'down', database: 'ok' }
    await looks(two.one, 2)
    two.one.state.now = { bus: 'ok', database: 'ok' }
    await looks(two.one, 3)
  }
  expect(two.one.child.running).toBe(true)
})

test('a process that does not respond is killed', async () => {
  await using two = await watchTwo()
  two.one.state.now = undefined
  expect(await two.one.child.exited).toMatchObject({ signal: 'SIGKILL' })
  expect(two.other.child.running).toBe(true)
})

test('a process that alternates between unready and silent is restarted', async () => {
  const warnings: string[] = []
  await using two = await watchTwo({ warnings })
  const { state, child } = two.one
  const alternating = (): Dependencies | undefined => (state.asked % 2 ? undefined : { bus: 'down', database: 'ok' })
  Object.defineProperty(state, 'now', { get: alternating })
  expect(['SIGTERM', 'SIGKILL']).toContain((await child.exited).signal)
  expect(warnings).toEqual([expect.stringMatching(/^one was (unready|silent) for \d+ s: restarting it$/)])
})
