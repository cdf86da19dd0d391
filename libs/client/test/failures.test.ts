import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { ApiError, createClient, RequiredError, TransportError } from '../src/index.ts'
import { json, listen, ok } from './server.ts'

const failure = async (call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('The call should have failed')
}

const login = { email: 'a@b.kr', password: 'x' }

test.each([
  ['password', { email: 'a@b.kr', password: null }],
  ['email', { email: undefined, password: 'x' }],
  ['email', {}],
  ['email', undefined],
])('without %s no request is sent', async (field, input) => {
  await using server = await listen((_seen, response) => json(response, 200, ok(null)))
  const client = createClient({ baseUrl: server.baseUrl })
  // What a caller without types can send.
  const error = await failure(client.member.loginAdmin(input as never))
  expect(error).toBeInstanceOf(RequiredError)
  expect(error).toMatchObject({
    name: 'RequiredError',
    field,
    message: `Required parameter ${field} was null or undefined when calling loginAdmin.`,
  })
  expect(server.seen).toEqual([])
})

test('a required field that may be null is sent as null', async () => {
  await using server = await listen((_seen, response) => json(response, 200, ok(null)))
  await createClient({ baseUrl: server.baseUrl }).member.createInvitation({ role: 'owner', storeIds: null })
  expect(server.seen).toMatchObject([{ body: '{"role":"owner","storeIds":null}' }])
})

test('path parameters and files can be required too', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9' })
  expect(await failure(client.catalog.getStore({} as never))).toMatchObject({ name: 'RequiredError', field: 'id' })
  expect(await failure(client.catalog.uploadImage({} as never))).toMatchObject({
    name: 'RequiredError',
    field: 'image',
  })
})

test('an error envelope is an ApiError, and a TransportError of kind status', async () => {
  const details = [{ path: 'email', message: '이메일 형식이 맞지 않아요.' }]
  const error = { code: 'RATE_LIMITED', message: '요청이 너무 많아요.', details, requestId: 'request-1' }
  await using server = await listen((_seen, response) =>
    json(response, 429, { success: false, error }, { 'retry-after': '30' }),
  )
  const caught = await failure(createClient({ baseUrl: server.baseUrl }).member.loginAdmin(login))
  expect(caught).toBeInstanceOf(ApiError)
  expect(caught).toBeInstanceOf(TransportError)
  expect(caught).toMatchObject({
    name: 'ApiError',
    kind: 'status',
    status: 429,
    message: 'Request failed with status code 429',
    code: 'RATE_LIMITED',
    userMessage: '요청이 너무 많아요.',
    details,
    requestId: 'request-1',
    retryAfter: 30,
  })
})

test.each([
  [500, '<h1>Internal Server Error</h1>'],
  [502, ''],
  [404, '{"success":false}'],
  [400, '{"success":false,"error":{"code":1}}'],
])('%d without an error envelope is a TransportError', async (status, body) => {
  await using server = await listen((_seen, response) => response.writeHead(status).end(body))
  const caught = await failure(createClient({ baseUrl: server.baseUrl }).member.loginAdmin(login))
  expect(caught).not.toBeInstanceOf(ApiError)
  expect(caught).toMatchObject({
    name: 'TransportError',
    kind: 'status',
    status,
    message: `Request failed with status code ${status}`,
  })
})

test('a refused connection is a network error', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const caught = await failure(createClient({ baseUrl: `http://127.0.0.1:${port}` }).member.loginAdmin(login))
  expect(caught).toMatchObject({ kind: 'network', message: 'Network Error', status: undefined })
})

test('a success without the envelope is a network error', async () => {
  await using server = await listen((_seen, response) =>
    response.writeHead(200).end('<html>Sign in to the WLAN</html>'),
  )
  const caught = await failure(createClient({ baseUrl: server.baseUrl }).member.loginAdmin(login))
  expect(caught).toMatchObject({ kind: 'network' })
})

test('an incomplete response is aborted', async () => {
  await using server = await listen((_seen, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"success"')
    response.socket?.end()
  })
  const caught = await failure(createClient({ baseUrl: server.baseUrl }).member.loginAdmin(login))
  expect(caught).toMatchObject({ kind: 'aborted', message: 'Request aborted' })
})

test('the timeout applies before and during the response', async () => {
  await using silent = await listen(() => {})
  const client = createClient({ baseUrl: silent.baseUrl, timeout: 20 })
  const caught = await failure(client.member.loginAdmin(login))
  expect(caught).toMatchObject({ kind: 'timeout', message: 'Timeout of 20ms exceeded' })
  await using slow = await listen((_seen, response) => response.writeHead(200).write('{'))
  const within = await failure(createClient({ baseUrl: slow.baseUrl }).member.loginAdmin(login, { timeout: 50 }))
  expect(within).toMatchObject({ kind: 'timeout' })
})

test('the caller can cancel, also before the request is sent', async () => {
  const controller = new AbortController()
  await using server = await listen(() => controller.abort())
  const client = createClient({ baseUrl: server.baseUrl })
  const caught = await failure(client.member.loginAdmin(login, { signal: controller.signal }))
  expect(caught).toMatchObject({ kind: 'cancelled', message: 'Request cancelled' })
  const again = await failure(client.member.loginAdmin(login, { signal: AbortSignal.abort() }))
  expect(again).toMatchObject({ kind: 'cancelled' })
  expect(server.seen).toHaveLength(1)
})

test('without a timeout there is no abort signal', async () => {
  const signals: unknown[] = []
  const client = createClient({
    baseUrl: 'http://127.0.0.1:9',
    fetch: async (_url, init) => {
      signals.push(init?.signal)
      return Response.json(ok(null))
    },
  })
  await client.member.loginAdmin(login)
  expect(signals).toEqual([null])
})
