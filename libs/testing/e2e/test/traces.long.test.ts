import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import { type Success, send, signIn } from '../src/http.ts'
import { openLive } from '../src/live-socket.ts'
import { joinMember } from '../src/member.ts'
import { type CollectedSpan, startCollector } from '../src/otlp-collector.ts'
import { startProduct } from '../src/product.ts'
import { startRecognizer } from '../src/recognizer.ts'

/**
 * The traces of requests and reads that an operator's collector gets, from the edge to the database and to other
 * services.
 */
const collector = startedBeforeAll(startCollector)
const product = startedBeforeAll(() =>
  startProduct({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
  }),
)

const newTrace = () => crypto.randomUUID().replaceAll('-', '')
const traceparent = (trace: string, flags: string) => ({ traceparent: `00-${trace}-00f067aa0ba902b7-${flags}` })
const of = (trace: string) => collector.spans.filter(({ traceId }) => traceId === trace)

/** The spans from a trace's root to this span. */
function pathOf(span: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? pathOf(parent) : []), `${span.service}: ${span.name}`]
}
const pathsOf = (trace: string) => of(trace).map((span) => pathOf(span).join(' > '))

test("a request is one trace: from the edge over the bus to each statement, and on to its event's effects in other services", async () => {
  const base = product.ready.http
  const { accessToken: token } = await joinMember(base)
  const [brand] = (await send<Success<{ id: string }[]>>(base, 'GET', '/api/carBrands')).body.result
  const trace = newTrace()
  const body = { carNumber: '88하8801', carBrandId: brand?.id, model: '카니발' }
  const reply = await send(base, 'POST', '/api/cars', { token, body, headers: traceparent(trace, '00') })
  expect(reply.status).toBe(201)

  const call = 'gateway: POST /api/cars > gateway: createCar > member: createCar'
  const write = `${call} > member: transaction`
  await expect
    .poll(() => pathsOf(trace))
    .toEqual(
      expect.arrayContaining([
        'gateway: POST /api/cars',
        call,
        `${write} > member: insert member`,
        `${write} > member: commit member`,
        `${write} > member: publish`,
        expect.stringMatching(/member: publish > recognition: [\w.]+ > recognition: transaction > recognition: insert/),
      ]),
    )
  const [edge] = of(trace).filter(({ name }) => name === 'POST /api/cars')
  expect(edge?.parentSpanId).toBe('00f067aa0ba902b7')
  expect(edge?.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/cars',
    'http.response.status_code': 201,
    'kingcar.request_id': reply.headers.get('x-request-id'),
  })
  const insert = of(trace).find(({ name }) => name === 'insert member')
  expect(insert?.attributes['db.query.text']).toMatch(/^insert into .*\$1/)
  // The log lines have the trace id, too.
  await expect
    .poll(() => readFile(join(product.dataDir, 'logs/gateway.log'), 'utf8'))
    .toContain(`"operation":"createCar","status":201,"ms":`)
  const log = await readFile(join(product.dataDir, 'logs/gateway.log'), 'utf8')
  expect(log.split('\n').find((line) => line.includes('"createCar"'))).toContain(`"traceId":"${trace}"`)
})

test('a refusal has its code and is not an error; an internal error is one', async () => {
  const base = product.ready.http
  const trace = newTrace()
  const body = { email: 'nobody@kingcar.test', password: 'a wrong password' }
  await send(base, 'POST', '/api/login', { body, headers: traceparent(trace, '01') })
  await expect
    .poll(() => pathsOf(trace))
    .toContain('gateway: POST /api/login > gateway: loginMember > member: loginMember')
  const refused = of(trace).filter(({ attributes }) => attributes['error.type'] !== undefined)
  expect(refused.map(({ name, attributes, status }) => [name, attributes['error.type'], status.code ?? 0])).toEqual(
    expect.arrayContaining([
      ['POST /api/login', 'LOGIN_FAILED', 0],
      ['loginMember', 'LOGIN_FAILED', 0],
    ]),
  )

  await product.kill('catalog', 'SIGSTOP')
  const away = newTrace()
  const reply = await send(base, 'GET', `/api/stores/${crypto.randomUUID()}`, { headers: traceparent(away, '01') })
  await product.kill('catalog', 'SIGCONT')
  expect(reply.status).toBe(503)
  await expect
    .poll(() => of(away).map(({ service, name, status }) => [service, name, status.code]))
    .toEqual(
      expect.arrayContaining([
        ['gateway', 'GET /api/stores/:id', 2],
        ['gateway', 'getPublicStore', 2],
      ]),
    )
})

test('a read is one trace from its batch to the screens', async () => {
  const { http, email, password } = product.ready
  using live = await openLive(http, (await signIn(http, email, password)).accessToken)
  await using recognizer = await startRecognizer(product.ready)
  await recognizer.read('88하8802')
  await expect.poll(() => live.events.map(({ carNumber }) => carNumber)).toContain('88하8802')
  const path = 'recognition: reads > recognition: append > gateway: visit to screens'
  await expect.poll(() => collector.spans.map((span) => pathOf(span).join(' > '))).toContain(path)
  const paths = collector.spans.map((span) => pathOf(span).join(' > '))
  expect(paths).toContain('recognition: reads > recognition: transaction > recognition: commit recognition')
})

test('pings, polls and the outbox relay start no traces', () => {
  const roots = collector.spans.filter(({ parentSpanId }) => !parentSpanId || parentSpanId === '00f067aa0ba902b7')
  expect(roots.filter(({ service, name }) => service !== 'gateway' && name !== 'reads')).toEqual([])
})

test('the collector gets its headers, and its key is in no log', async () => {
  expect(collector.headers.authorization).toBe('Bearer of-the-collector')
  const logs = ['gateway', 'member', 'recognition'].map((name) =>
    readFile(join(product.dataDir, `logs/${name}.log`), 'utf8'),
  )
  expect((await Promise.all(logs)).join('')).not.toContain('of-the-collector')
})
