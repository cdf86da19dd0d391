import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createLogger } from '../src/index.ts'
import { withinRequest } from '../src/request-context.ts'
import { beginSpan, isTracing, traced } from '../src/spans.ts'
import { openTracing } from '../src/tracing.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A collector that responds with `status`, and records what it receives. */
async function collector(status: number | 'never', body = '{}') {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    received.push(await text(request))
    if (status !== 'never') response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}

function logger() {
  const lines: string[] = []
  return { lines, log: createLogger('test', 'info', { write: (line) => void lines.push(line) }) }
}

const environment = (url: string, more: Record<string, string> = {}) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more })
const root = { kind: 'server', root: true } as const

test('without a collector no span is created, and work runs unchanged', async () => {
  expect(await openTracing('test', logger().log, {})).toBeUndefined()
  expect(isTracing()).toBe(false)
  expect(beginSpan('work', root)).toBeUndefined()
  expect(await traced('work', root, (span) => [span])).toEqual([undefined])
})

test('spans are exported as OTLP, in their trace, with error codes and without error messages', async () => {
  const { url, received } = await collector(200)
  const { log, lines } = logger()
  {
    await using _tracing = await openTracing('test', log, environment(url))
    const work = traced('outer', root, () =>
      withinRequest('request-1', () =>
        traced('inner', { kind: 'client' }, () => {
          log.info('within')
          throw Object.assign(new Error('a secret'), { code: '23505' })
        }),
      ),
    )
    await expect(work).rejects.toThrow('a secret')
  }
  expect(isTracing()).toBe(false)
  const [{ scopeSpans }] = JSON.parse(received.join()).resourceSpans
  const [inner, outer] = scopeSpans[0].spans
  expect([inner.name, inner.traceId, inner.parentSpanId]).toEqual(['inner', outer.traceId, outer.spanId])
  expect(inner.status).toEqual({ code: 2, message: '23505' })
  expect(received.join()).not.toContain('a secret')
  expect(JSON.parse(lines.join())).toMatchObject({ requestId: 'request-1', traceId: outer.traceId })
})

test('a span without a parent is created only with `root`', async () => {
  const { url } = await collector(200)
  await using _tracing = await openTracing('test', logger().log, environment(url))
  expect(beginSpan('poll', { kind: 'client' })).toBeUndefined()
  expect(beginSpan('request', root)?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
})

test("the sampling decision of a client is ignored, that of KingCar's processes is followed", async () => {
  const trace = (flags: string) => `00-${crypto.randomUUID().replaceAll('-', '')}-00f067aa0ba902b7-${flags}`
  const flagsOf = (parent: string, foreign: boolean) =>
    beginSpan('work', { kind: 'server', parent, foreign })?.traceparent.slice(-2)
  for (const share of ['0', '1']) {
    const { url } = await collector(200)
    await using _tracing = await openTracing('test', logger().log, environment(url, { OTEL_TRACES_SAMPLER_ARG: share }))
    expect(['00', '01'].map((flags) => flagsOf(trace(flags), true))).toEqual([`0${share}`, `0${share}`])
    expect(['00', '01'].map((flags) => flagsOf(trace(flags), false))).toEqual([undefined, '01'])
  }
})

const closedPort = async () => {
  const { url } = await collector(200)
  servers.pop()?.close()
  return url
}

test.each([
  ['is not there', closedPort],
  ['never answers', async () => (await collector('never')).url],
  ['refuses', async () => (await collector(401, '{"message":"a key"}')).url],
])('a collector that %s costs spans, one log line, and at most a second of the shutdown', async (_what, start) => {
  const { log, lines } = logger()
  const tracing = await openTracing(
    'test',
    log,
    environment(await start(), { OTEL_EXPORTER_OTLP_HEADERS: 'key=a key' }),
  )
  for (let at = 0; at < 20_000; at++) beginSpan('work', root)?.end()
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  const began = performance.now()
  await tracing?.[Symbol.asyncDispose]()
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['trace export failed, spans dropped'])
  expect(lines.join()).not.toContain('a key')
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [environment('http://collector:4318', { OTEL_TRACES_SAMPLER_ARG: '2' }), 'OTEL_TRACES_SAMPLER_ARG'],
  [
    environment('http://collector:4318', { OTEL_EXPORTER_OTLP_HEADERS: 'key=secret', NODE_ENV: 'production' }),
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an https URL in production',
  ],
])('a wrong variable is named, and no value is shown', async (wrong, name) => {
  const refused = await openTracing('test', logger().log, wrong).catch((error: Error) => error.message)
  expect(refused).toContain(name)
  expect(refused).not.toContain('secret')
})
