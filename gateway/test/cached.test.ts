import { createHash, randomUUID } from 'node:crypto'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError, failureOf, startEdge, store } from './edge.ts'

const edge = startedBeforeAll(() => startEdge({ CORS_ORIGINS: 'https://app.kingcar.test' }))
beforeEach(() => {
  later(0)
  edge.failures.clear()
  edge.holds.clear()
  edge.answers.clear()
})
afterEach(() => vi.restoreAllMocks())

/** A new store whose name counts the calls to the service. */
function asked(operation = 'getPublicStore') {
  const id = randomUUID()
  const path = `/api/stores/${id}`
  let times = 0
  edge.answers.set(operation, () => Object.assign({}, store, { id, name: `${++times}번째` }))
  const name = async (response = edge.get(path)) =>
    ((await (await response).json()) as { result: { name: string } }).result.name
  return { path, name, times: () => times }
}
/** An integer, so that additions are exact. */
const start = Math.ceil(performance.now())
/** Sets the clock to so many milliseconds after the start, independent of the test's duration. */
function later(milliseconds: number): void {
  vi.spyOn(performance, 'now').mockReturnValue(start + milliseconds)
}
const changed = () => edge.tell('catalog.storeChanged', { storeId: store.id, name: null, version: 2 })
const makeUnavailable = () => edge.failures.set('getPublicStore', new AppError('UNAVAILABLE', { retryAfter: 1 }))

test('its ETag is a hash of the body, and a client that has it gets 304', async () => {
  const { path } = asked()
  const response = await edge.get(path)
  const tag = response.headers.get('etag') ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(tag).toBe(`"${createHash('sha1').update(bytes).digest('base64url')}"`)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(bytes.length),
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\w.-]{8,}$/),
  })
  for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
    const again = await edge.get(path, { 'if-none-match': known })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    expect(again.headers.has('content-type') || again.headers.has('content-length')).toBe(false)
  }
  expect((await edge.get(path, { 'if-none-match': '"x"' })).status).toBe(200)
})

test('HEAD has the headers of GET, without a body', async () => {
  const { path } = asked()
  const [head, get] = [await fetch(edge.url + path, { method: 'HEAD' }), await edge.get(path)]
  const about = ({ headers }: Response) => ['etag', 'content-length', 'content-type'].map((name) => headers.get(name))
  expect(about(head)).toEqual(about(get))
  expect(await head.text()).toBe('')
})

test('each cached response has its own request id and CORS headers', async () => {
  const { path } = asked()
  for (const id of ['first-request', 'second-request']) {
    const { headers } = await edge.get(path, { 'x-request-id': id, origin: 'https://app.kingcar.test' })
    expect(headers.get('x-request-id')).toBe(id)
    expect(headers.get('access-control-allow-origin')).toBe('https://app.kingcar.test')
    expect(headers.get('vary')).toMatch(/origin/i)
  }
  expect((await edge.get(path, { origin: 'https://evil.test' })).headers.has('access-control-allow-origin')).toBe(false)
})

describe('the service', () => {
  test('is called once a second for each input', async () => {
    const { path, name, times } = asked()
    expect([await name(), await name(), await name(edge.get(`${path}?utm_source=x`))]).toEqual(Array(3).fill('1번째'))
    later(800)
    expect(await name()).toBe('1번째')
    later(1_000)
    expect(await name()).toBe('2번째')
    expect(times()).toBe(2)
  })

  test('is called once for concurrent requests with the same input', async () => {
    const { name, times } = asked()
    const { promise, resolve } = Promise.withResolvers<void>()
    edge.holds.set('getPublicStore', promise)
    const before = edge.calls.length
    const all = Promise.all(Array.from({ length: 20 }, () => name()))
    await waitFor(() => expect(edge.calls.length).toBe(before + 1))
    resolve()
    expect([new Set(await all).size, times()]).toEqual([1, 1])
  })

  test('is called again after an event of a change', async () => {
    const { name } = asked()
    expect(await name()).toBe('1번째')
    await changed()
    await expect.poll(() => name()).toBe('2번째')
    await edge.tell('catalog.noticeChanged', { noticeId: randomUUID(), version: 1 })
    await edge.tell('catalog.storeChanged', { storeId: store.id, name: null, version: 3 })
    await expect.poll(() => name()).toBe('3번째')
    expect(await name()).toBe('3번째')
  })

  test('is called again after a write, also after a write whose reply was lost', async () => {
    const { name } = asked()
    const headers = { authorization: `Bearer ${edge.token()}` }
    const write = () => edge.send('PATCH', `/admin/api/stores/${store.id}`, { name: '새 이름' }, headers)
    expect([await name(), (await write()).status, await name()]).toEqual(['1번째', 200, '2번째'])
    edge.failures.set('updateStore', new AppError('UNAVAILABLE'))
    expect([(await write()).status, await name()]).toEqual([503, '3번째'])
    expect((await edge.get('/admin/api/stores', headers)).status).toBe(200)
    expect(await name()).toBe('3번째')
  })

  test('gives a response that started before a change only to earlier requests', async () => {
    const { name } = asked()
    const { promise, resolve } = Promise.withResolvers<void>()
    edge.holds.set('getPublicStore', promise)
    const before = edge.calls.length
    const first = name()
    await waitFor(() => expect(edge.calls.length).toBe(before + 1))
    const headers = { authorization: `Bearer ${edge.token()}` }
    await edge.send('PATCH', `/admin/api/stores/${store.id}`, { name: '새 이름' }, headers)
    const second = name()
    await waitFor(() => expect(edge.calls.length).toBe(before + 3)) // the write, and a second call of the operation
    resolve()
    expect(new Set([await first, await second]).size).toBe(2)
  })
})

describe('while the service is unavailable', () => {
  // ASVS 16.5.2
  test('the last response is served for a minute if the service is unavailable, with its age', async () => {
    const { path, name } = asked()
    const tag = (await edge.get(path)).headers.get('etag') as string
    makeUnavailable()
    later(30_500)
    const stale = await edge.get(path)
    expect([stale.status, stale.headers.get('age'), stale.headers.get('warning')]).toEqual([
      200,
      '30',
      '110 - "Response is Stale"',
    ])
    expect(await name(Promise.resolve(stale))).toBe('1번째')
    const known = await edge.get(path, { 'if-none-match': tag })
    expect([known.status, known.headers.get('age')]).toEqual([304, '30'])
    later(60_001)
    const late = await edge.get(path)
    expect(await failureOf(late)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(late.headers.get('retry-after')).toBe('1')
  })

  test('a response invalidated before is sent too, and never after the service recovered', async () => {
    const { path, name } = asked()
    await name()
    makeUnavailable()
    await changed()
    await expect.poll(async () => (await edge.get(path)).headers.get('age')).toBe('0')
    edge.failures.clear()
    const recovered = await edge.get(path)
    expect([recovered.headers.get('age'), await name(Promise.resolve(recovered))]).toEqual([null, '2번째'])
  })

  test('a removed resource is not sent as stale', async () => {
    const { path, name } = asked()
    await name()
    edge.failures.set('getPublicStore', new AppError('STORE_NOT_FOUND'))
    later(1_001)
    expect((await edge.get(path)).status).toBe(404)
    makeUnavailable()
    expect((await edge.get(path)).status).toBe(503)
  })
})

test('cached responses count for the rate limit, and invalid input is rejected', async () => {
  const limited = await edge.startAnother({ RATE_LIMIT: '3' })
  const statuses = []
  for (let sent = 0; sent < 5; sent++) statuses.push((await fetch(`${limited.url}/api/stores?size=7`)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  for (let sent = 0; sent < 2; sent++) expect((await edge.get('/api/stores?size=x')).status).toBe(400)
})

test('with CACHE_MILLISECONDS=0 each request calls the service', async () => {
  const { path, times } = asked()
  const other = await edge.startAnother({ CACHE_MILLISECONDS: '0' })
  for (let sent = 0; sent < 3; sent++) await fetch(other.url + path)
  expect(times()).toBe(3)
})

test('a cached response is logged and measured', async () => {
  const { path } = asked()
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const counted = async () =>
    (await edge.health.metrics.metrics()).match(/_count\{operation="getPublicStore",status="200"\} (\d+)/)?.[1]
  const before = Number(await counted())
  for (const id of ids) await edge.get(path, { 'x-request-id': id })
  const line = (id: string) =>
    edge
      .output()
      .split('\n')
      .find((each) => each.includes(id) && each.includes('"getPublicStore"'))
  await expect.poll(() => ids.map(line).filter(Boolean)).toHaveLength(3)
  expect(Number(await counted())).toBe(before + 3)
})
