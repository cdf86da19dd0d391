import { liveProtocol, liveTokenPrefix } from '@kingcar/contract'
import { expect, expectTypeOf, test } from 'vitest'
import { createClient, createTransport, getStore, liveAddress, liveProtocols, updateStore } from '../src/index.ts'
import { json, listen, ok } from './server.ts'

const id = '0199a0c5-3c80-7000-8000-000000000001'

test('path, query and body come from one flat input', async () => {
  await using server = await listen((_seen, response) => json(response, 200, ok({ name: '강남점' })))
  const client = createClient({ baseUrl: `${server.baseUrl}/`, token: () => 'secret' })
  const store = await client.catalog.updateStore({ id, name: '강남점', addressDetail: null })
  expectTypeOf(store.name).toEqualTypeOf<string>()
  expect(store.name).toBe('강남점')
  await client.catalog.listStores({ page: 1, sort: ['name,asc', 'createdAt,desc'] })
  await client.catalog.listStores()
  await client.member.loginAdmin({ email: 'a@b.kr', password: 'x' })
  await client.member.deleteMe({})
  await client.member.deleteMe({ confirm: true })
  expect(server.seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
    `PATCH /admin/api/stores/${id} {"name":"강남점","addressDetail":null}`,
    'GET /admin/api/stores?page=1&sort=name%2Casc&sort=createdAt%2Cdesc ',
    'GET /admin/api/stores ',
    'POST /admin/api/login {"email":"a@b.kr","password":"x"}',
    'DELETE /api/me ',
    'DELETE /api/me {"confirm":true}',
  ])
})

// ASVS 1.2.2
test('a value cannot change the path outside of its segment', async () => {
  await using server = await listen((_seen, response) => json(response, 200, ok(null)))
  const client = createClient({ baseUrl: server.baseUrl })
  await client.catalog.getAppSetting({ key: '../login?a=b#c/d' })
  expect(server.seen[0]?.url).toBe('/admin/api/appSettings/..%2Flogin%3Fa%3Db%23c%2Fd')
  for (const key of ['', '.', '..']) await expect(client.catalog.getAppSetting({ key })).rejects.toThrow(TypeError)
  expect(server.seen).toHaveLength(1)
})

test('the token is requested only before calls that need one', async () => {
  await using server = await listen((_seen, response) => json(response, 200, ok([])))
  let asked = 0
  const client = createClient({ baseUrl: server.baseUrl, token: async () => `token-${++asked}` })
  await client.catalog.listAppSettings()
  await client.catalog.listPublicProducts()
  await client.catalog.listAppSettings()
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer token-1',
    undefined,
    'Bearer token-2',
  ])
})

test('version, request id, idempotency key and custom headers are transferred', async () => {
  await using server = await listen((_seen, response) =>
    json(response, 200, ok({}), { etag: '"7"', 'x-request-id': 'request-1', date: 'Sat, 21 Nov 2026 04:05:06 GMT' }),
  )
  const transport = createTransport({ baseUrl: server.baseUrl })
  const answer = await transport.exchange(getStore, { id })
  const answeredAt = Date.UTC(2026, 10, 21, 4, 5, 6)
  expect(answer).toMatchObject({ status: 200, etag: '"7"', requestId: 'request-1', answeredAt })
  await transport.call(updateStore, { id }, { ifMatch: '"7"', headers: { 'accept-language': 'en' } })
  await createClient({ baseUrl: server.baseUrl }).orders.createOrder({ productId: id }, { idempotencyKey: 'once' })
  expect(server.seen[1]?.headers).toMatchObject({ 'if-match': '"7"', 'accept-language': 'en' })
  expect(server.seen[2]?.headers).toMatchObject({ 'idempotency-key': 'once' })
})

test('a free text of a read is in a header, percent-encoded, and not in the URL', async () => {
  await using server = await listen((_seen, response) =>
    response.writeHead(200, { 'content-type': 'text/csv' }).end(''),
  )
  const client = createClient({ baseUrl: server.baseUrl })
  await client.member.exportMembers({ q: '홍', reason: '김민지 님의 요청', full: true })
  await client.member.exportMembers({})
  expect(server.seen.map(({ url }) => url)).toEqual([
    `/admin/api/members/export?q=${encodeURIComponent('홍')}&full=true`,
    '/admin/api/members/export',
  ])
  expect(server.seen[0]?.headers['x-reason']).toBe(encodeURIComponent('김민지 님의 요청'))
  expect(server.seen[1]?.headers).not.toHaveProperty('x-reason')
})

test('files are sent as multipart and received as blobs', async () => {
  const picture = Uint8Array.of(0xff, 0xd8, 0xff)
  await using server = await listen(({ method }, response) => {
    if (method === 'POST') json(response, 201, ok({ id }))
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
  })
  const client = createClient({ baseUrl: server.baseUrl })
  await client.catalog.uploadImage({ image: new File([picture], 'plate.jpg', { type: 'image/jpeg' }) })
  expect(server.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(server.seen[0]?.body).toContain('name="image"; filename="plate.jpg"')
  const image = await client.catalog.getImage({ imageId: id, width: 320 })
  expectTypeOf(image).toEqualTypeOf<Blob>()
  expect(new Uint8Array(await image.arrayBuffer())).toEqual(picture)
  expect(server.seen[1]?.url).toBe(`/api/images/${id}?width=320`)
})

test('the default environment is production', async () => {
  await using production = await listen((_seen, response) => json(response, 200, ok([])))
  await using development = await listen((_seen, response) => json(response, 200, ok([])))
  const hosts = { production: production.baseUrl, development: development.baseUrl }
  await createClient({ hosts }).catalog.listPublicProducts()
  await createClient({ hosts, environment: 'development' }).catalog.listPublicProducts()
  expect([production.seen.length, development.seen.length]).toEqual([1, 1])
  expect(liveAddress({ hosts })).toBe(`${production.baseUrl.replace('http', 'ws')}/admin/api/live`)
  expect(liveAddress({ hosts, environment: 'development' })).toContain(new URL(development.baseUrl).host)
})

test('the live URL is that of the API with the query, and the token only a subprotocol', () => {
  expect(liveAddress({ baseUrl: 'https://kingcar.test/', storeId: id, mask: true, after: 0 })).toBe(
    `wss://kingcar.test/admin/api/live?storeId=${id}&mask=true&after=0`,
  )
  expect(liveProtocols('a.b.c')).toEqual([liveProtocol, `${liveTokenPrefix}a.b.c`])
  expect(() => liveAddress()).toThrow(TypeError)
})
