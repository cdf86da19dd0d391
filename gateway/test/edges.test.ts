import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError, eventually, failureOf, startEdge, store } from './edge.ts'

const folder = mkdtempSync(join(tmpdir(), 'kingcar-console-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>console</title>')
writeFileSync(join(folder, 'logo.svg'), '<svg/>')
writeFileSync(join(folder, 'assets/main-abc123.js'), 'console.log(1)')
for (const hidden of ['.git', '.vite']) {
  mkdirSync(join(folder, hidden))
  writeFileSync(join(folder, hidden, 'config'), 'canary of a hidden file')
}
writeFileSync(join(folder, 'assets/main-abc123.js.br'), brotliCompressSync('console.log(1)'))

const edge = startedBeforeAll(() => startEdge({ CONSOLE_DIR: folder, RATE_LIMIT: '50', TRUST_PROXY: '127.0.0.1/32' }))
afterAll(() => {
  rmSync(folder, { recursive: true })
})
beforeEach(() => edge.failures.clear())

let client = 0
/** Headers of a new client behind the trusted proxy. */
const from = (address = `203.0.113.${++client}`) => ({ 'x-forwarded-for': address })

test('an unavailable service is 503 with Retry-After', async () => {
  edge.failures.set('getPublicStore', new AppError('UNAVAILABLE', { retryAfter: 1 }))
  expect((await edge.get(`/api/stores/${crypto.randomUUID()}`, from())).status).toBe(503)
  edge.failures.set('loginAdmin', new AppError('UNAVAILABLE'))
  const login = await edge.send('POST', '/admin/api/login', { email: 'a@b.kr', password: 'x' }, from())
  expect([login.status, login.headers.get('retry-after')]).toEqual([503, '1'])
})

test('a resource for administrators has its version as ETag', async () => {
  const headers = { authorization: `Bearer ${edge.token()}` }
  const known = await edge.get(`/admin/api/stores/${store.id}`, { ...headers, 'if-none-match': '"7"' })
  expect(known.status).toBe(304)
})

describe('the rate limit', () => {
  const storm = async (headers: () => Record<string, string>, path = '/api/stores') => {
    const responses = []
    for (let sent = 0; sent < 60; sent++) responses.push(await edge.get(path, headers()))
    return responses
  }

  // ASVS 2.4.1
  test('limits an address, and says when to retry', async () => {
    const address = from()
    const responses = await storm(() => address)
    expect(responses.map(({ status }) => status)).toEqual([...Array(50).fill(200), ...Array(10).fill(429)])
    const [last] = responses.slice(-1)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await failureOf(last as Response)).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await edge.get('/api/stores', from())).status).toBe(200)
  })

  // ASVS 15.3.4
  test('is shared by all addresses of a /64', async () => {
    let host = 0
    const statuses = (await storm(() => from(`2001:db8:1:2::${(++host).toString(16)}`))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await edge.get('/api/stores', from('2001:db8:1:3::1'))).status).toBe(200)
  })

  test('of a session is shared by all its addresses', async () => {
    const authorization = `Bearer ${edge.token()}`
    const statuses = (await storm(() => ({ ...from(), authorization }), '/admin/api/admins')).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    const address = from()
    const own = await edge.get('/admin/api/admins', { ...address, authorization: `Bearer ${edge.token()}` })
    expect(own.status).toBe(200)
  })

  test('is checked after the input, and not for the payment webhook', async () => {
    const address = from()
    await storm(() => address)
    expect((await edge.get('/api/stores?page=x', address)).status).toBe(400)
    const body = { imp_uid: 'a', merchant_uid: 'b', status: 'paid' }
    expect((await edge.send('POST', '/api/orders/webhook', body, address)).status).toBe(200)
  })

  test('exempts loopback if configured', async () => {
    const local = await edge.startAnother({ RATE_LIMIT: '1', RATE_LIMIT_EXEMPT_LOOPBACK: 'true' })
    for (let sent = 0; sent < 3; sent++) expect((await fetch(`${local.url}/api/stores`)).status).toBe(200)
    const other = { headers: from() }
    const statuses = [await fetch(`${local.url}/api/stores`, other), await fetch(`${local.url}/api/stores`, other)]
    expect(statuses.map(({ status }) => status)).toEqual([200, 429])
  })

  // ASVS 4.1.3, 15.3.4
  test('ignores X-Forwarded-For without a trusted proxy', async () => {
    const direct = await edge.startAnother({ RATE_LIMIT: '2', TRUST_PROXY: '10.0.0.0/8' })
    const statuses = []
    for (let sent = 0; sent < 4; sent++) {
      statuses.push((await fetch(`${direct.url}/api/stores`, { headers: from() })).status)
    }
    expect(statuses).toEqual([200, 200, 429, 429])
  })
})

describe('the console', () => {
  const page = { accept: 'text/html,*/*' }

  // ASVS 1.2.3, 3.4.3, 10.1.1, 14.2.3
  test('is the same page at each of its paths, revalidated each time, without inline code', async () => {
    for (const path of ['/', '/login', '/manage/stores', '/manage/stores/1?x=1']) {
      const response = await edge.get(path, page)
      expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>console</title>'])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  // ASVS 4.1.1
  test.each([
    ['/', 'text/html; charset=utf-8'],
    ['/logo.svg', 'image/svg+xml; charset=utf-8'],
    // ASVS 13.4.3
    ['/assets/main-abc123.js', 'application/javascript; charset=utf-8'],
    ['/docs/files/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/docs/style.css', 'text/css; charset=utf-8'],
    ['/openapi.json', 'application/json; charset=utf-8'],
    ['/asyncapi.json', 'application/json; charset=utf-8'],
  ])('says of %s that it is %s', async (path, type) => {
    expect((await edge.get(path, page)).headers.get('content-type')?.toLowerCase()).toBe(type)
  })

  test('serves hashed files with a cache time of a year, compressed if the client accepts it', async () => {
    const response = await edge.get('/assets/main-abc123.js', { 'accept-encoding': 'br' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(await response.text()).toBe('console.log(1)')
    expect((await edge.get('/logo.svg')).headers.get('cache-control')).toBe('no-cache')
  })

  // ASVS 13.4.5
  test.each(['/api/nothing', '/admin/api/nothing', '/api', '/dev/outbox', '/docs/nothing', '/assets/gone.js'])(
    'is not found at %s',
    async (path) => {
      const response = await edge.get(path, path.startsWith('/assets') ? {} : page)
      expect(await failureOf(response)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    },
  )

  // ASVS 5.3.2, 13.2.5, 13.4.1, 13.4.3
  test.each([
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cx',
    '//etc/passwd',
    '/.env',
    // ASVS 13.4.1
    '/.git/config',
    '/.vite/config',
    '/assets/../.git/config',
    '/assets/',
    '/%00',
  ])('serves no file outside its folder: %s', async (path) => {
    const response = await edge.get(path)
    expect([400, 403, 404]).toContain(response.status)
    expect(await response.text()).not.toMatch(/canary|main-abc123/)
  })
})

describe('the reference', () => {
  test('is the contract as OpenAPI, with an ETag', async () => {
    const response = await edge.get('/openapi.json')
    const document = (await response.json()) as { openapi: string; info: { version: string }; paths: object }
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe('1.2.3')
    expect(Object.keys(document.paths).length).toBeGreaterThan(60)
    const tag = response.headers.get('etag') ?? ''
    expect((await edge.get('/openapi.json', { 'if-none-match': tag })).status).toBe(304)
    expect(document.paths).toMatchObject({
      '/admin/api/stores/{id}': {
        delete: {
          description: expect.stringContaining('visits and uses keep its name'),
          responses: { 409: { description: expect.stringContaining('`IN_USE`: A product refers to the store') } },
          'x-codeSamples': [
            { lang: 'Shell', source: expect.stringContaining('-X DELETE') },
            { lang: 'TypeScript', source: expect.stringContaining('api.catalog.deleteStore({ id: ') },
          ],
        },
      },
    })
  })

  test('includes the AsyncAPI document for recognizers, with an ETag', async () => {
    const response = await edge.get('/asyncapi.json')
    expect(await response.json()).toMatchObject({ asyncapi: '3.0.0', info: { version: '1.2.3' } })
    const tag = response.headers.get('etag') ?? ''
    expect((await edge.get('/asyncapi.json', { 'if-none-match': tag })).status).toBe(304)
  })

  // ASVS 3.5.4, 14.2.3
  test('uses only files of the same origin', async () => {
    const response = await edge.get('/docs')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    const scripts = [...(await response.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string)
    expect(scripts.length).toBe(5)
    for (const path of scripts) expect((await edge.get(path)).status).toBe(200)
  })
})

// ASVS 14.2.1, 16.1.1, 16.2.4, 16.3.1
test('each request leaves one line and one observation, and nothing personal', async () => {
  const id = `line-${crypto.randomUUID()}`
  const secret = 'canary@kingcar.test'
  await edge.send(
    'POST',
    `/admin/api/login?utm_source=${secret}`,
    { email: secret, password: secret },
    {
      'x-request-id': id,
      authorization: `Bearer ${secret}`,
      ...from('198.51.100.77'),
    },
  )
  await eventually(() => edge.output()).toContain(id)
  const lines = edge
    .output()
    .split('\n')
    .filter((line) => line.includes(id))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] as string)).toMatchObject({ operation: 'loginAdmin', status: 200, requestId: id })
  expect(edge.output()).not.toMatch(/canary|198\.51\.100\.77/)
  expect(await edge.health.metrics.metrics()).toMatch(
    /kingcar_http_request_duration_seconds_count\{operation="loginAdmin",status="200"\} \d/,
  )
})

describe('a refusal', () => {
  /** Waits for the access-log line of each request. */
  async function linesOf(...ids: string[]): Promise<Record<string, unknown>[]> {
    const read = () => {
      const lines = edge.output().split('\n')
      return ids.map((id) => lines.find((line) => line.includes(id) && line.includes('"msg":"request"')))
    }
    await eventually(read).not.toContain(undefined)
    return read().map((line) => JSON.parse(line as string))
  }
  const newId = () => `refused-${crypto.randomUUID()}`
  const addresses = ['198.51.100.81', '198.51.100.82']

  // ASVS 16.2.1, 16.3.1
  test('logs its code and a pseudonym of the network, and nothing personal', async () => {
    edge.failures.set('loginAdmin', new AppError('LOGIN_FAILED'))
    const ids = [newId(), newId(), newId()]
    for (const [at, id] of ids.entries()) {
      const headers = { 'x-request-id': id, ...from(addresses[at % 2]) }
      await edge.send('POST', '/admin/api/login', { email: 'canary@kingcar.test', password: 'canary' }, headers)
    }
    const [one, other, again] = await linesOf(...ids)
    expect(one).toMatchObject({ operation: 'loginAdmin', status: 401, code: 'LOGIN_FAILED' })
    expect(one?.from).toMatch(/^[0-9a-f]{16}$/)
    expect([other?.from === one?.from, again?.from === one?.from]).toEqual([false, true])
    expect(edge.output()).not.toMatch(/canary|198\.51\.100\.8[12]/)
  })

  // ASVS 16.3.2
  test('of a signed-in user names the session', async () => {
    const [id, sid] = [newId(), crypto.randomUUID()]
    const authorization = `Bearer ${edge.token({ role: 'member', aud: 'member', sid })}`
    expect((await edge.get('/admin/api/admins', { 'x-request-id': id, authorization, ...from() })).status).toBe(403)
    expect(await linesOf(id)).toEqual([expect.objectContaining({ code: 'FORBIDDEN', sessionId: sid })])
  })

  // ASVS 16.3.3
  test('is also logged for bytes that are not a valid request', async () => {
    const socket = connect(Number(new URL(edge.url).port), '127.0.0.1').end('nonsense\r\n\r\n')
    const answer = (await socket.setEncoding('utf8').toArray()).join('')
    const id = /^x-request-id: (.+)\r$/m.exec(answer)?.[1] ?? ''
    expect(await linesOf(id)).toEqual([
      expect.objectContaining({ operation: 'malformed', status: 400, code: 'VALIDATION_FAILED' }),
    ])
  })

  test('leaves fields that a successful request does not have', async () => {
    const id = newId()
    await edge.get('/api/stores', { 'x-request-id': id, ...from() })
    const [line] = await linesOf(id)
    expect(Object.keys(line ?? {})).toEqual(['level', 'time', 'name', 'requestId', 'operation', 'status', 'ms', 'msg'])
  })
})
