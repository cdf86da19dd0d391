import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Failure, failureOf, startEdge, store } from './edge.ts'

let authorization: string
const edge = startedBeforeAll(startEdge)
beforeAll(async () => {
  authorization = `Bearer ${edge.token()}`
})
beforeEach(() => {
  edge.calls.length = 0
})

const put = (body: unknown, headers: Record<string, string> = {}) =>
  edge.send('PUT', '/admin/api/appSettings', body, { authorization, ...headers })
const refused = async (response: Response) => {
  expect(await failureOf(response)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  expect(edge.calls).toEqual([])
}

describe('a body', () => {
  test.each([
    ['no JSON', '{"key":'],
    ['empty', ''],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['type confusion', '{"key":1,"value":1}'],
    ['null for a text', '{"key":null,"value":1}'],
    ['an unknown field', '{"key":"a","value":1,"extra":1}'],
    ['an answer-only field', '{"key":"a","value":1,"updatedBy":"me"}'],
    ['NUL in a value', '{"key":"a","value":"x\\u0000y"}'],
    ['NUL in a name', '{"key":"a","value":{"x\\u0000":1}}'],
    ['a lone surrogate', '{"key":"a","value":"\\ud800"}'],
    ['a number beyond all', '{"key":"a","value":1e999}'],
    ['__proto__', '{"key":"a","value":{"__proto__":{"x":1}}}'],
    ['__proto__ at the top', '{"key":"a","value":1,"__proto__":{"x":1}}'],
    ['constructor.prototype', '{"key":"a","value":{"constructor":{"prototype":{"x":1}}}}'],
    ['endless nesting', `{"key":"a","value":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['a little too deep', `{"key":"a","value":${'['.repeat(64)}${']'.repeat(64)}}`],
  ])('that is %s is refused', async (_name, body) => {
    await refused(await put(body))
  })

  // ASVS 1.1.1
  test('that is not valid UTF-8 is refused', async () => {
    const body = Buffer.concat([Buffer.from('{"key":"a","value":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const headers = { authorization, 'content-type': 'application/json' }
    await refused(await fetch(`${edge.url}/admin/api/appSettings`, { method: 'PUT', headers, body }))
  })

  test('of a DELETE is read where the operation has one, and may be missing', async () => {
    const remove = (path: string, body?: unknown) => {
      const token = edge.token({ role: 'member', aud: 'member', sid: randomUUID() })
      return edge.send('DELETE', path, body, { authorization: `Bearer ${token}` })
    }
    expect((await remove('/api/me', { confirm: true })).status).toBe(200)
    expect((await remove('/api/me')).status).toBe(200)
    expect(edge.calls.map(({ input }) => input)).toEqual([{ confirm: true }, {}])
    edge.calls.length = 0
    await refused(await remove('/api/me', { confirm: 'true' }))
    await refused(await remove('/api/me?confirm=true'))
  })

  // ASVS 1.4.2, 15.3.5
  test('keeps its values: nothing is coerced, and an escaped backslash is not a NUL', async () => {
    const value = { a: '\\u0000', b: [1, '1', null, true, -0.5], constructor: 'x' }
    expect((await put({ key: 'a', value })).status).toBe(200)
    expect(edge.calls[0]?.input).toEqual({ key: 'a', value })
  })

  // ASVS 3.5.2
  test('over its limit is 413, of another type 415', async () => {
    expect(await failureOf(await put({ key: 'a', value: 'x'.repeat(65 * 1024) }))).toMatchObject({ status: 413 })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'x'])
      expect(await failureOf(await put('{}', { 'content-type': type }))).toMatchObject({ status: 415 })
    const image = await edge.send('POST', '/api/images', '{}', { authorization })
    expect(await failureOf(image)).toMatchObject({ status: 415 })
  })

  test('over its limit is 413 also for a client that reads nothing before it has sent everything', async () => {
    const length = 30 * 1024 * 1024
    const socket = connect(Number(new URL(edge.url).port), '127.0.0.1')
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    )
    await new Promise<void>((resolve, reject) => {
      socket.write(Buffer.alloc(length, 'a'), (fault) => (fault ? reject(fault) : resolve()))
    })
    const [head] = (await once(socket, 'data')) as [Buffer]
    expect(head.toString()).toMatch(/^HTTP\/1.1 413 /)
    socket.write('GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect((await text(socket)).match(/HTTP\/1.1 \d+/g)?.at(-1)).toBe('HTTP/1.1 200')
  })

  // ASVS 15.3.3, 15.3.7
  test('may not repeat a parameter of the path', async () => {
    const response = await edge.send('PATCH', `/admin/api/stores/${store.id}`, { id: store.id }, { authorization })
    expect(await failureOf(response)).toMatchObject({ details: [{ path: 'id' }] })
  })

  test('may be a form where a provider sends one, and unknown fields are ignored', async () => {
    const form = (body: string) =>
      edge.send('POST', '/api/orders/webhook', body, { 'content-type': 'application/x-www-form-urlencoded' })
    expect((await form('imp_uid=imp_1&merchant_uid=m&status=paid&more=1&more=2')).status).toBe(200)
    expect((await form('imp_uid=imp_1')).status).toBe(400)
    expect((await form('imp_uid=a&imp_uid=b&merchant_uid=m&status=paid')).status).toBe(400)
    const json = { imp_uid: 'imp_1', merchant_uid: 'm', status: 'paid', more: { x: 1 } }
    expect((await edge.send('POST', '/api/orders/webhook', json)).status).toBe(200)
    const known = { imp_uid: 'imp_1', merchant_uid: 'm', status: 'paid' }
    expect(edge.calls.map(({ input }) => input)).toEqual([known, known])
  })

  test('is optional for an operation whose input is its path', async () => {
    const path = `/api/orders/${store.id}/refund`
    const headers = { authorization: `Bearer ${edge.token({ role: 'member' })}` }
    expect((await fetch(edge.url + path, { method: 'POST', headers })).status).toBe(200)
    expect((await edge.send('POST', path, '', headers)).status).toBe(200)
    expect((await edge.send('POST', path, {}, headers)).status).toBe(200)
    expect((await edge.send('POST', path, { amount: 1 }, headers)).status).toBe(400)
    expect(edge.calls).toHaveLength(3)
  })
})

describe('a query', () => {
  const list = (query: string) => edge.get(`/admin/api/stores?${query}`, { authorization })

  test.each([
    ['', { page: 0, size: 20, sort: [] }],
    ['page=2&size=500&sort=name,asc', { page: 2, size: 100, sort: ['name,asc'] }],
    ['size=0&sort=name,asc&sort=createdAt,desc', { page: 0, size: 20, sort: ['name,asc', 'createdAt,desc'] }],
    ['pageable.page=3&pageable.size=5', { page: 3, size: 5, sort: [] }],
    ['pageable[page]=3&pageable[sort]=name,desc', { page: 3, size: 20, sort: ['name,desc'] }],
    [`pageable=${encodeURIComponent('{"page":4,"sort":["name,asc"]}')}`, { page: 4, size: 20, sort: ['name,asc'] }],
    ['pageable=', { page: 0, size: 20, sort: [] }],
    ['pageable=[object Object]', { page: 0, size: 20, sort: [] }],
    ['utm_source=x&fbclid=1&gclid=2&_=3', { page: 0, size: 20, sort: [] }],
  ])('%s is read', async (query, input) => {
    expect((await list(query)).status).toBe(200)
    expect(edge.calls[0]?.input).toEqual(input)
  })

  test.each([
    'page=-1',
    'page=1.5',
    'page=a',
    'page=1&page=2',
    'size=-1',
    'sort=name',
    'sort=password,asc',
    'sort=__proto__,asc',
    'sort=name,asc&sort=name,desc',
    'unknown=1',
    '__proto__=1',
    'constructor=1',
    'page=%00',
    'pageable={',
    'page[$gt]=1',
  ])('%s is refused', async (query) => {
    await refused(await list(query))
  })

  // ASVS 15.3.7
  test('is converted by type alone, and a name is given once', async () => {
    expect((await edge.get('/api/stores?near=37.5,127.0')).status).toBe(200)
    expect(edge.calls[0]?.input).toMatchObject({ near: '37.5,127.0' })
    edge.calls.length = 0
    await refused(await edge.get('/api/stores?near=1,2&near=3,4'))
    await refused(await edge.get(`/api/stores/${store.id}?id=${store.id}`))
  })

  test.each(['unknown=1', 'key=a', 'page=0', '__proto__=1', 'utm_source=x&unknown=1'])(
    '%s together with a body is refused',
    async (query) => {
      const body = { key: 'a', value: 1 }
      await refused(await edge.send('PUT', `/admin/api/appSettings?${query}`, body, { authorization }))
    },
  )

  test('together with a body is named in the error', async () => {
    const login = await edge.send('POST', '/admin/api/login?token=x', { email: 'a@b.kr', password: 'x' })
    expect((await failureOf(login)).details).toEqual([{ path: 'token', message: '알 수 없는 항목이에요.' }])
    const image = await fetch(`${edge.url}/api/images?width=1`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--\r\n',
    })
    expect(await failureOf(image)).toMatchObject({ status: 400, details: [{ path: 'width' }] })
    const many = Array.from({ length: 100 }, (_, at) => `${'n'.repeat(100)}${at}=1`).join('&')
    const lots = await failureOf(
      await edge.send('POST', `/admin/api/login?${many}`, { email: 'a@b.kr', password: 'x' }),
    )
    expect(lots.details).toHaveLength(32)
  })

  test('together with a body may have tracking parameters, and any parameter for a webhook', async () => {
    const response = await edge.send(
      'PUT',
      '/admin/api/appSettings?utm_source=x&fbclid=1&gclid=2&_=3',
      { key: 'a', value: 1 },
      { authorization },
    )
    expect(response.status).toBe(200)
    expect(edge.calls[0]?.input).toEqual({ key: 'a', value: 1 })
    const webhook = { imp_uid: 'imp_1', merchant_uid: 'm', status: 'paid' }
    expect((await edge.send('POST', '/api/orders/webhook?more=1&imp_uid=x', webhook)).status).toBe(200)
    expect(edge.calls[1]?.input).toEqual(webhook)
  })
})

describe('a path', () => {
  // ASVS 1.1.1
  test.each(['%00', '%0d%0a', 'a%2fb', '*', '>', '..%2f..', 'x'.repeat(5_000), '%ed%a0%80'])(
    'with the id %s is refused and reaches no service',
    async (id) => {
      await refused(await edge.get(`/api/stores/${id}`))
    },
  )

  test.each(['/api/stores/%zz', '/api/%zz', '/%zz'])('with invalid percent-encoding is refused: %s', async (path) => {
    const response = await edge.get(path, { 'x-request-id': 'request-12345' })
    expect(response.headers.get('x-request-id')).toBe('request-12345')
    expect(await failureOf(response)).toMatchObject({ status: 400, requestId: 'request-12345' })
    const made = await edge.get(path, { 'x-request-id': 'a b' })
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

/** Sends raw bytes and returns everything received until the connection closes. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(edge.url).port), '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}

function expectRefusal(answer: string): void {
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer.match(/HTTP\/1.1 /g)).toHaveLength(1)
  const { error } = JSON.parse(answer.slice(answer.indexOf('{'))) as Failure
  expect(error.code).toBe('VALIDATION_FAILED')
  expect(/^x-request-id: (.+)\r$/im.exec(answer)?.[1]).toBe(error.requestId)
  expect(answer).toMatch(/^content-language: ko\r$/im)
}

describe('an invalid request', () => {
  // ASVS 4.2.1
  test.each([
    ['two lengths', 'POST /admin/api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    [
      'length and chunks',
      'POST /admin/api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a bare line feed', 'GET /api/health HTTP/1.1\nHost: a\n\nGET'],
    ['no protocol', 'nonsense\r\n\r\n'],
    ['no host', 'GET /api/health HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
    ['two equal hosts', 'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n'],
    ['two hosts of HTTP/1.0', 'GET /api/health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'],
    ...['a, b', 'a b', 'a/b', 'a@b', 'a:b', '[a'].map((host) => [
      `the host ${host}`,
      `GET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    ]),
    ...['identity, chunked', 'gzip, chunked', 'identity\r\nTransfer-Encoding: chunked'].map((encoding) => [
      `the encoding ${encoding}`,
      `POST /admin/api/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${encoding}\r\n\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: a\r\n\r\n`,
    ]),
    ['headers beyond the limit', `GET /api/health HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%s is 400, in the envelope, and the end of the connection', async (_name, text = '') => {
    expectRefusal(await raw(text))
  })

  test.each(['xchunked', 'gzip', 'identity', 'chunked, gzip'])(
    'the encoding %s gets one response',
    async (encoding) => {
      const head = `POST /admin/api/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${encoding}\r\n`
      for (const type of ['', 'Content-Type: application/json\r\n'])
        expectRefusal(await raw(`${head}${type}\r\n2\r\n{}\r\n0\r\n\r\n`))
    },
  )

  const unauthorized = 'PUT /admin/api/appSettings HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  test.each([
    ['breaks off its chunks', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nnonsense\r\n'],
    ['never sends its body', 'Content-Length: 20\r\n\r\n{'],
  ])('a client that was refused and %s gets one response, and the connection ends', async (_name, rest) => {
    const received = await raw(unauthorized + rest)
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401'])
  })

  test.each(['a', 'a:8080', 'xn--9t4b11yi5a.test', '127.0.0.1:1', '[::1]:8080', ''])(
    'the host %j is accepted',
    async (host) => {
      expect(await raw(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 200 /,
      )
    },
  )

  test('an unknown expectation is ignored', async () => {
    const text = 'GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: the-best\r\n\r\n'
    expect(await raw(text)).toMatch(/^HTTP\/1.1 200 /)
  })

  const upgrade = 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'

  test('an upgrade at any other path is ignored', async () => {
    const head = `GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\n${upgrade}\r\n`
    expect(await raw(head)).toMatch(/^HTTP\/1.1 200 /)
  })

  test.each(['Host: a, b\r\n', 'Host: a\r\nHost: b\r\n', 'Host: a\r\nTransfer-Encoding: xchunked\r\n'])(
    'an upgrade of the live socket with %j gets one response, and the connection ends',
    async (headers) => {
      expectRefusal(await raw(`GET /admin/api/live HTTP/1.1\r\n${headers}Connection: Upgrade\r\n${upgrade}\r\n`))
    },
  )
})

test('a signed body reaches its service as it was received, with the headers of its signature; no other body does', async () => {
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1614265330', 'webhook-signature': 'v1,abc v1,def' }
  const body = '{ "data":{"paymentId":"kc_1", "new":1.50},\n"type" : "Transaction.Paid","extra":"\\u00e9" }'
  const sent = { 'content-type': 'application/json', ...headers }
  expect((await edge.send('POST', '/api/orders/webhook/v2', body, sent)).status).toBe(200)
  const [call] = edge.calls
  expect(call?.input).toEqual({ type: 'Transaction.Paid', data: { paymentId: 'kc_1', new: 1.5 } })
  const [id, timestamp, signature] = Object.values(headers)
  expect(call?.caller.signed).toEqual({ id, timestamp, signature, body })
  edge.calls.length = 0
  for (const wrong of [
    '',
    '{"type":',
    '[]',
    '{"type":5}',
    '{"type":"a","data":{"paymentId":"\\u0000"}}',
    '"\\ud800"',
  ]) {
    expect([wrong, (await edge.send('POST', '/api/orders/webhook/v2', wrong, sent)).status]).toEqual([wrong, 200])
    // what its service refuses after the signature
    expect(edge.calls.pop()).toMatchObject({ input: {}, caller: { signed: { id, signature, body: wrong } } })
  }
  edge.calls.push({ ...call } as never)
  const v1 = { imp_uid: 'imp_1', merchant_uid: 'm', status: 'paid' }
  expect((await edge.send('POST', '/api/orders/webhook', v1, headers)).status).toBe(200)
  expect(edge.calls[1]?.caller.signed).toBeUndefined()
})
