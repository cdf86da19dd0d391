import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf, startEdge } from './edge.ts'

type Echo = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }

/** Replaces the simulator: echoes the request, and drops the connection at `/drop`. */
const upstream = createServer(async (request, response) => {
  const body = await text(request)
  if (request.url === '/drop') return void request.socket.destroy()
  const { method, url, headers } = request
  response.writeHead(url === '/missing' ? 404 : 207, { 'content-type': 'application/json', 'keep-alive': 'timeout=1' })
  response.end(JSON.stringify({ method, url, headers, body } satisfies Echo))
})
let local: string
let url: string

const edge = startedBeforeAll(startEdge)
beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  local = (await edge.startAnother({ LOCAL_ROUTES: 'true', PORTONE_SIMULATOR_URL: url })).url
})
afterAll(() => {
  upstream.closeAllConnections()
  upstream.close()
})

test.each([
  ['GET', '/payments?imp_uid[]=a&imp_uid[]=%ED%99%8D', undefined, undefined],
  ['POST', '/users/getToken', 'application/json', '{"imp_key":  "a"}'],
  ['POST', '/payments/cancel', 'application/x-www-form-urlencoded', 'imp_uid=a&extra[requester]=admin'],
  ['POST', '/control/pay', 'application/json', '{"__proto__": {}}'],
  ['PUT', '/payments/prepare', 'application/json', '{}'],
  ['DELETE', '/subscribe/customers/a%2Fb', undefined, undefined],
])('%s %s reaches the simulator as it was sent', async (method, path, type, body) => {
  const response = await fetch(`${local}/dev/portone${path}`, {
    method,
    headers: { authorization: 'abc', ...(type && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  })
  expect(response.status).toBe(207)
  const heard = (await response.json()) as Echo
  expect(heard).toMatchObject({ method, url: path, body: body ?? '', headers: { authorization: 'abc' } })
  expect(heard.headers['content-type']).toBe(type)
  expect(response.headers.get('x-request-id')).toBeTruthy()
  expect(response.headers.get('keep-alive')).not.toBe('timeout=1')
})

test('errors of the simulator are passed on, and a missing response is 503', async () => {
  expect((await fetch(`${local}/dev/portone/missing`)).status).toBe(404)
  const dropped = await fetch(`${local}/dev/portone/drop`, { method: 'POST', body: '{}' })
  expect(dropped.headers.get('retry-after')).toBe('1')
  expect(await failureOf(dropped)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  const nobody = await edge.startAnother({ LOCAL_ROUTES: 'true', PORTONE_SIMULATOR_URL: 'http://127.0.0.1:9' })
  const answer = await fetch(`${nobody.url}/dev/portone/payments/status/all`)
  expect(await failureOf(answer)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
})

test.each([
  ['not local', () => ({ PORTONE_SIMULATOR_URL: url })],
  ['without a simulator', () => ({ LOCAL_ROUTES: 'true' })],
])('%s the routes are 404', async (_case, environment) => {
  const other = await edge.startAnother(environment())
  for (const path of ['/users/getToken', '/control/pay', '']) {
    const answer = await fetch(`${other.url}/dev/portone${path}`, { method: 'POST' })
    expect(await failureOf(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  }
})
