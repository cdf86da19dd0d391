import { once } from 'node:events'
import { createServer } from 'node:http'
import { createLogger } from '@kingcar/runtime'
import { deadline } from '@kingcar/testing'
import { exportJWK, generateKeyPair, type JWTVerifyGetKey } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cacheLifetime, createKeySet } from './key-set.ts'

const minute = 60_000
const { publicKey } = await generateKeyPair('RS256')
const jwk = await exportJWK(publicKey)
/** What the issuer answers, and how often it was asked. */
let issuer: { status: number; kids: string[]; cacheControl?: string; asked: number; text?: string }
let time: number
let url: string
let keys: JWTVerifyGetKey

const server = createServer((_request, response) => {
  issuer.asked += 1
  const { status, kids, cacheControl, text } = issuer
  if (cacheControl !== undefined) response.setHeader('cache-control', cacheControl)
  if (status === 302) response.setHeader('location', '/elsewhere')
  response.writeHead(status).end(text ?? JSON.stringify({ keys: kids.map((kid) => ({ ...jwk, kid, alg: 'RS256' })) }))
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/keys` : ''
})
afterAll(() => server.close().closeAllConnections())
beforeEach(() => {
  issuer = { status: 200, kids: ['a'], asked: 0 }
  time = 5_000_000
  keys = createKeySet({ url, log: createLogger('test', 'silent'), timeout: deadline, elapsed: () => time })
})

const find = (kid: string | undefined = 'a') =>
  keys({ alg: 'RS256', ...(kid !== undefined && { kid }) }, { signature: '', payload: '' })
const unknown = { code: 'ERR_JWKS_NO_MATCHING_KEY' }
const unavailable = { code: 'UNAVAILABLE' }

test.each([
  ['', 10],
  ['no-store', 10],
  ['public, max-age=1800', 30],
  ['MAX-AGE="1800"', 30],
  ['max-age=0', 1],
  ['max-age=9999999999', 24 * 60],
  ['s-maxage=7200', 10],
])('Cache-Control %j: %i minutes', (header, minutes) => expect(cacheLifetime(header)).toBe(minutes * minute))

test('concurrent calls share one fetch, and old keys are fetched again', async () => {
  issuer.cacheControl = 'max-age=120'
  await Promise.all(Array.from({ length: 20 }, () => find()))
  time += 2 * minute - 1
  await find()
  expect(issuer.asked).toBe(1)
  time += 1
  await find()
  expect(issuer.asked).toBe(2)
})

test('a rotated key is found immediately, and any number of unknown keys cause one fetch a second', async () => {
  await find()
  issuer.kids = ['b']
  await find('b')
  expect(issuer.asked).toBe(2)
  time += 1_000
  const strangers = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => find(`made up ${at}`)))
  expect(new Set(strangers.map((each) => each.status === 'rejected' && each.reason.code))).toEqual(
    new Set([unknown.code]),
  )
  expect(issuer.asked).toBe(3)
  await expect(find('a')).rejects.toMatchObject(unknown)
})

test('a second refetch waits until a second has passed', async () => {
  await expect(find('made up')).rejects.toMatchObject(unknown)
  issuer.kids = ['b']
  time += 900
  const began = performance.now()
  await find('b')
  expect(performance.now() - began).toBeGreaterThan(90)
})

test('old keys are used while the issuer is unavailable, for a day', async () => {
  await find()
  issuer.status = 500
  time += 10 * minute
  await find()
  await find()
  expect(issuer.asked).toBe(2)
  await expect(find('b')).rejects.toMatchObject(unavailable) // it may be new
  time = 5_000_000 + 24 * 60 * minute - 1
  await find()
  time += 1
  await expect(find()).rejects.toMatchObject(unavailable)
})

test('without keys every call fails until the issuer has recovered', async () => {
  issuer.status = 503
  await expect(find()).rejects.toMatchObject({ ...unavailable, retryAfter: 1 })
  issuer.status = 200
  await expect(find()).rejects.toMatchObject(unavailable)
  expect(issuer.asked).toBe(1)
  time += 1_000
  await find()
})

test.each([
  ['a redirect', { status: 302 }],
  ['no JSON', { text: '<html>' }],
  ['no keys', { kids: [] }],
  ['an endless answer', { text: JSON.stringify({ keys: [jwk], padding: 'x'.repeat(70_000) }) }],
])('%s is not a valid response', async (_what, over) => {
  Object.assign(issuer, over)
  await expect(find()).rejects.toMatchObject(unavailable)
  expect(issuer.asked).toBe(1)
})

test('a token that names no key causes no fetch', async () => {
  await expect(keys({ alg: 'RS256' }, { signature: '', payload: '' })).rejects.toMatchObject(unknown)
  expect(issuer.asked).toBe(0)
})
