import { steadyNow } from '@kingcar/runtime'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { testAdminId } from '@kingcar/testing/tokens'
import { beforeEach, describe, expect, test } from 'vitest'
import { AppError, failureOf, startEdge, store } from './edge.ts'

const edge = startedBeforeAll(() => startEdge({ CORS_ORIGINS: 'https://app.kingcar.test' }))
beforeEach(() => {
  edge.calls.length = 0
  edge.failures.clear()
})

const { id: _id, open: _open, createdAt: _createdAt, updatedAt: _updatedAt, ...newStore } = store
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const admin = (changes: Record<string, unknown> = {}) => bearer(edge.token(changes))

describe('a call', () => {
  test('reaches its service with input, actor, deadline and ids, and the bytes come back', async () => {
    const sid = crypto.randomUUID()
    const response = await edge.get(`/admin/api/stores/${store.id}`, {
      ...admin({ sid }),
      'x-request-id': 'request-12345',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    })
    expect(await response.json()).toEqual({ success: true, result: store })
    expect(response.headers.get('x-request-id')).toBe('request-12345')
    expect(response.headers.get('etag')).toBe('"7"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const [call] = edge.calls
    expect(call).toMatchObject({ operation: 'getStore', input: { id: store.id } })
    expect(call?.caller).toMatchObject({
      requestId: 'request-12345',
      actor: { role: 'admin', id: testAdminId, sessionId: sid, adminRole: 'owner', storeIds: null },
      address: '127.0.0.1',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    })
    expect((call?.caller.deadline ?? 0) - steadyNow()).toBeLessThanOrEqual(1_500)
  })

  test.each(['short', 'has space in it', 'a'.repeat(129), 'line%0d%0abreak'])(
    'gets a new request id and trace for %j',
    async (id) => {
      const response = await edge.get(`/api/stores/${crypto.randomUUID()}`, { 'x-request-id': id, traceparent: 'x' })
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(edge.calls[0]?.caller.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
    },
  )

  test('gets the client only without a token: such a call may open a session', async () => {
    const header = { 'user-agent': 'x'.repeat(600) }
    await edge.send('POST', '/admin/api/login', { email: 'a@kingcar.test', password: 'a' }, header)
    await edge.get(`/admin/api/stores/${store.id}`, { ...admin(), ...header })
    expect(edge.calls.map(({ caller }) => caller.userAgent)).toEqual(['x'.repeat(512), undefined])
  })

  test('that creates is 201, and the service gets the idempotency key', async () => {
    const response = await edge.send('POST', '/admin/api/stores', newStore, { ...admin(), 'idempotency-key': 'key-1' })
    expect(response.status).toBe(201)
    expect(edge.calls[0]?.caller.idempotencyKey).toBe('key-1')
  })

  test.each(['', 'with space', 'é', 'x'.repeat(256)])('with the idempotency key %j is refused', async (key) => {
    const response = await edge.send('POST', '/admin/api/stores', newStore, { ...admin(), 'idempotency-key': key })
    expect((await failureOf(response)).status).toBe(400)
    expect(edge.calls).toEqual([])
  })

  test('carries If-Match only where it guards a change, and no unsupported Idempotency-Key', async () => {
    await edge.send(
      'PATCH',
      `/admin/api/stores/${store.id}`,
      { name: '서초점' },
      {
        ...admin(),
        'if-match': '"7"',
        'idempotency-key': 'key-1',
      },
    )
    expect(edge.calls[0]?.caller.ifMatch).toBe('"7"')
    expect(edge.calls[0]?.caller).not.toHaveProperty('idempotencyKey')
    await edge.get(`/admin/api/stores/${store.id}`, { ...admin(), 'if-match': '"7"' })
    expect(edge.calls[1]?.caller).not.toHaveProperty('ifMatch')
  })
})

describe('the order of checks', () => {
  test('is route, token, input, state', async () => {
    expect(await failureOf(await edge.get('/admin/api/nothing'))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await failureOf(await edge.send('POST', '/api/nothing', '{"broken'))).toMatchObject({ status: 404 })
    expect(await failureOf(await edge.send('DELETE', '/admin/api/login', {}))).toMatchObject({ status: 404 })
    expect(await failureOf(await edge.get('/admin/api/stores/x'))).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    })
    const member = admin({ role: 'member' })
    expect(await failureOf(await edge.get('/admin/api/stores/x', member))).toMatchObject({ status: 403 })
    expect(await failureOf(await edge.get('/admin/api/stores/x', admin()))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      details: [{ path: 'id', message: 'ID 형식이 맞지 않아요.' }],
    })
    edge.failures.set('getStore', new AppError('STORE_NOT_FOUND'))
    expect(await failureOf(await edge.get(`/admin/api/stores/${store.id}`, admin()))).toMatchObject({
      status: 404,
      code: 'STORE_NOT_FOUND',
    })
  })

  test('a token is checked before the body is read', async () => {
    const response = await edge.send('POST', '/admin/api/stores', 'x'.repeat(100_000))
    expect(await failureOf(response)).toMatchObject({ status: 401 })
  })

  test('a token is ignored by an operation that needs none', async () => {
    const { status } = await edge.get('/api/stores', bearer('nonsense'))
    expect(status).toBe(200)
    expect(edge.calls[0]?.caller.actor).toBeNull()
  })
})

describe('a failure', () => {
  test('is in Korean, or in English if the client prefers it', async () => {
    const korean = await edge.get('/api/nothing', { 'x-request-id': 'abcdefgh' })
    expect(korean.headers.get('content-language')).toBe('ko')
    expect(await korean.json()).toEqual({
      success: false,
      error: { code: 'NOT_FOUND', message: '찾을 수 없어요.', requestId: 'abcdefgh' },
    })
    const english = await edge.get('/admin/api/stores/x', { ...admin(), 'accept-language': 'en-US,en;q=0.9,ko;q=0.8' })
    expect(await failureOf(english)).toMatchObject({
      message: 'The input is not valid.',
      details: [{ path: 'id', message: 'Must be a UUID.' }],
    })
  })

  // ASVS 16.5.1
  test('that is unexpected reveals no details', async () => {
    edge.failures.set('getPublicStore', new Error('select secret from admins'))
    const response = await edge.get(`/api/stores/${store.id}`)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
  })

  test('says when to retry', async () => {
    edge.failures.set('loginAdmin', new AppError('RATE_LIMITED', { retryAfter: 42 }))
    const limited = await edge.send('POST', '/admin/api/login', { email: 'a@b.kr', password: 'x' })
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('42')
  })
})

describe('headers', () => {
  // ASVS 14.2.2, 14.3.2
  test('a response of the API cannot be framed, sniffed or stored', async () => {
    const { headers } = await edge.get('/api/health')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-powered-by')).toBeNull()
  })

  // ASVS 3.4.2
  test.each([
    'null',
    'https://evil.test',
    'https://app.kingcar.test.evil.test',
    'https://xapp.kingcar.test',
    'http://app.kingcar.test',
    'https://app.kingcar.test:8443',
    'https://APP.kingcar.test',
    'https://app.kingcar.test/',
    '*',
  ])('the origin %s is refused', async (origin) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await fetch(`${edge.url}/api/stores`, {
        method,
        headers: { origin, 'access-control-request-method': 'GET' },
      })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  // ASVS 3.4.2
  test('a listed origin is accepted by name, without credentials', async () => {
    const { headers } = await edge.get('/api/stores', { origin: 'https://app.kingcar.test' })
    expect(headers.get('access-control-allow-origin')).toBe('https://app.kingcar.test')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('access-control-expose-headers')).toMatch(/\bDate\b/) // lets a page read the server's time
    expect(headers.get('date')).not.toBeNull()
    expect(headers.get('vary')).toMatch(/origin/i)
  })
})

describe('OPTIONS', () => {
  const origin = 'https://app.kingcar.test'

  // ASVS 3.5.1
  test('gets a response as a CORS preflight', async () => {
    const headers = { origin, 'access-control-request-method': 'PATCH' }
    const response = await fetch(`${edge.url}/api/stores`, { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
  })

  // ASVS 4.1.4
  test.each([{}, { origin }, { 'access-control-request-method': 'GET' }])(
    'is an unknown method unless it is a preflight: %j',
    async (headers) => {
      const response = await fetch(`${edge.url}/api/stores`, { method: 'OPTIONS', headers: { ...headers } })
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      const requestId = response.headers.get('x-request-id')
      expect(await failureOf(response)).toMatchObject({ status: 404, code: 'NOT_FOUND', requestId })
    },
  )
})

test('health calls no service and returns the version', async () => {
  expect(await (await edge.get('/api/health')).json()).toEqual({
    success: true,
    result: { status: 'ok', version: '1.2.3' },
  })
  expect((await edge.get('/api/health?verbose=1')).status).toBe(400)
})

// ASVS 13.4.2
test('routes for developers exist only if they are enabled', async () => {
  const [missing, unknown] = [await edge.get('/dev/outbox'), await edge.get('/dev/nothing')]
  expect(missing.status).toBe(404)
  const { requestId: _one, ...told } = await failureOf(missing)
  const { requestId: _other, ...same } = await failureOf(unknown)
  expect(told).toEqual(same)
  expect(edge.calls).toEqual([])
  const local = await edge.startAnother({ LOCAL_ROUTES: 'true' })
  const shown = await fetch(`${local.url}/dev/outbox`)
  expect(await shown.json()).toEqual({ success: true, result: [] })
  expect((await (await fetch(`${local.url}/openapi.json`)).text()).includes('/dev/')).toBe(false)
})
