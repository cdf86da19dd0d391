import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostile, payloads, unnamed } from '../hostile-images/table.ts'
import { type Failure, type Success, send, signIn } from '../src/http.ts'
import { joinMember } from '../src/member.ts'
import { openPictureStore, type PictureStore } from '../src/object-store-client.ts'
import { openDatabase } from '../src/open-database.ts'
import { describe, formOf, picture } from '../src/pictures.ts'
import { memoryOf } from '../src/process-memory.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { createDevice } from '../src/recognizer.ts'
import { rawBody, sendPicture, sendRaw } from '../src/uploads.ts'

let product: Product
let token: string
let authorization: string
let bucket: PictureStore
let sql: Sql
beforeAll(async () => {
  product = await sharedProduct()
  const { http, email, password, stores } = product.ready
  token = (await signIn(http, email, password)).accessToken
  const { id, secret } = await createDevice(product.ready, stores[0]?.id as string)
  authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  bucket = await openPictureStore(product)
  sql = await openDatabase(product)
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await bucket[Symbol.asyncDispose]()
})

const path = '/api/recognition/images'
const upload = async (body: FormData, headers: Record<string, string> = {}) => {
  const { status, result, error } = await sendPicture(product.ready.http, path, body, { authorization, ...headers })
  return { status, id: result?.id as string, error: error as NonNullable<typeof error> }
}
/** Uploads a person's picture, an administrator's unless another token is given. */
const uploadAs = (body: FormData | string, bearer = token) =>
  sendPicture(product.ready.http, '/api/images', body, { authorization: `Bearer ${bearer}` })
const get = (id: string, query = '', headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(`${product.ready.http}/api/images/${id}${query}`, { headers })
const kept = () => bucket.messages()

// ASVS 5.2.2, 5.3.1, 5.3.2, 5.4.1, 5.4.2, 14.3.2, 14.2.8
test.each(['jpeg', 'png', 'webp'] as const)('a %s is re-encoded, and an administrator sees it', async (format) => {
  const file = await picture(format)
  expect((await describe(file)).metadata).toBeDefined()
  const { status, id } = await upload(formOf(['image', file, 'plate.gif', 'text/html']))
  expect(status).toBe(201)
  const response = await get(id)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': `image/${format}`,
    'content-disposition': `inline; filename="${id}.${format === 'jpeg' ? 'jpg' : format}"`, // not the sender's name
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    etag: expect.stringMatching(/^".+"$/),
  })
  const sent = Buffer.from(await response.arrayBuffer())
  expect(Number(response.headers.get('content-length'))).toBe(sent.length)
  expect(await describe(sent)).toEqual({ format, width: 1_920, height: 1_080, metadata: undefined })
  expect(sent.includes('CAMERA-OF-THE-GATE')).toBe(false)

  for (const width of [320, 640, 1280]) {
    const smaller = Buffer.from(await (await get(id, `?width=${width}`)).arrayBuffer())
    expect(await describe(smaller)).toMatchObject({ format, width, height: (width * 9) / 16 })
  }
  const etag = response.headers.get('etag') as string
  const again = await get(id, '', { authorization: `Bearer ${token}`, 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await get(id, '?width=320', { authorization: `Bearer ${token}`, 'if-none-match': etag })).status).toBe(200)
  expect((await bucket.names()).filter((name) => name.startsWith('uploads/'))).toEqual([])
})

test('a small picture is not enlarged', async () => {
  const { id } = await upload(formOf(['image', await picture('jpeg', 400, 300)]))
  const widths = ['?width=1280', '?width=640', '?width=320'].map(async (query) => {
    const file = Buffer.from(await (await get(id, query)).arrayBuffer())
    return (await describe(file)).width
  })
  expect(await Promise.all(widths)).toEqual([400, 400, 320])
})

test('a picture needs a token, and a missing one is not found', async () => {
  const { id } = await upload(formOf(['image', await picture('jpeg', 40, 30)]))
  for (const each of [id, randomUUID()]) expect((await get(each, '', {})).status).toBe(401)
  expect((await get(id, '', { authorization })).status).toBe(401)
  const unknown = await get(randomUUID())
  expect([unknown.status, ((await unknown.json()) as Failure).error.code]).toEqual([404, 'IMAGE_NOT_FOUND'])
  expect(unknown.headers.get('content-type')).toMatch(/^application\/json/)
  expect((await get(id, '?width=321')).status).toBe(400)
  expect((await get('x')).status).toBe(400)
})

test('the same picture with the same key is stored once, another one is refused', async () => {
  const file = await picture('png', 64, 48)
  const key = { 'idempotency-key': randomUUID() }
  const first = await upload(formOf(['image', file]), key)
  const before = await kept()
  expect(await upload(formOf(['image', file]), key)).toEqual(first)
  expect(await upload(formOf(['image', await picture('png', 65, 48)]), key)).toMatchObject({ status: 422 })
  expect(await kept()).toBe(before)
  expect((await upload(formOf(['image', file]))).id).not.toBe(first.id)
})

test('a malformed key is refused, and its picture is not stored', async () => {
  const before = await kept()
  const refused = await upload(formOf(['image', await picture('jpeg', 64, 48)]), { 'idempotency-key': 'a b' })
  expect(refused).toMatchObject({ status: 400, error: { details: [{ path: 'Idempotency-Key' }] } })
  expect(await kept()).toBe(before)
})

// ASVS 5.1.1
test('an invalid upload gets an error that names the problem', async () => {
  const named = await upload(formOf(['file', await picture('jpeg', 64, 48)]))
  expect([named.status, named.error.details]).toEqual([400, [{ path: 'file', message: expect.stringMatching(/./) }]])
  const nameless = Buffer.from('--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--\r\n')
  const answer = await sendRaw(product.ready.http, nameless, { path, authorization })
  const { error } = JSON.parse(answer.slice(answer.indexOf('{'))) as Failure
  expect(error).toMatchObject({ details: [{ path: '', message: expect.stringMatching(/./) }] })
})

// ASVS 1.3.4, 5.2.2, 5.4.3, 5.2.6
test('each hostile file gets its error, leaves nothing behind, and its memory is freed', async () => {
  expect(unnamed).toEqual([])
  const pid = await product.pid('catalog')
  const [refused, taken] = [
    hostile.filter(({ code }) => code !== 'taken'),
    hostile.filter(({ code }) => code === 'taken'),
  ]
  const memory: number[] = []
  for (let round = 0; round < 2; round += 1) {
    const before = await kept()
    for (const { name, body, status, code } of refused) {
      const answer = await uploadAs(body)
      expect([name, answer.status, answer.error?.code]).toEqual([name, status, code])
    }
    expect(await kept()).toBe(before)
    for (const { name, body, status } of taken) {
      const { result, ...answer } = await uploadAs(body)
      expect([name, answer.status]).toEqual([name, status])
      if (round > 0) continue
      const sent = Buffer.from(await (await get(result?.id as string)).arrayBuffer())
      expect([name, (await describe(sent)).metadata]).toEqual([name, undefined])
      expect([name, payloads.filter((payload) => sent.includes(payload))]).toEqual([name, []])
    }
    memory.push((await memoryOf(pid)).now)
  }
  const [first = 0, last = 0] = memory
  expect(last - first).toBeLessThan(80) // MiB: it varies by 50, and a bomb takes hundreds
})

test('an upload that is aborted anywhere leaves nothing', async () => {
  const { http } = product.ready
  const [before, body] = [await kept(), rawBody(randomBytes(900_000))]
  const rows = async () => (await sql`select count(*)::int as count from catalog.images`)[0]?.count
  const stored = await rows()
  const offsets = Array.from({ length: 10 }, () => Math.floor(Math.random() * body.length))
  const broken = { path: '/api/images', authorization: `Bearer ${token}`, length: body.length, leave: true }
  await Promise.all(offsets.map((at) => sendRaw(http, body.subarray(0, at), broken)))
  await expect.poll(kept).toBe(before)
  expect(await rows()).toBe(stored)

  const short = rawBody(randomBytes(600_000)).subarray(0, -9)
  const of = { path, authorization }
  expect(await sendRaw(http, short, of)).toMatch(/^HTTP\/1.1 400 [\s\S]*VALIDATION_FAILED/)
  expect(await sendRaw(http, Buffer.from('--x--\r\n'), { ...of, type: 'multipart/form-data' })).toMatch(
    /^HTTP\/1.1 400 /,
  )
  expect(await sendRaw(http, Buffer.from('nonsense'), of)).toMatch(/^HTTP\/1.1 400 /)
  await expect.poll(kept).toBe(before)
})

test('a picture that a store shows is public, with any token; an unused one needs a valid token', async () => {
  const { http } = product.ready
  const [shown, hidden] = [
    (await uploadAs(formOf(['image', await picture('png', 400, 300)]))).result?.id as string,
    (await uploadAs(formOf(['image', await picture('png', 400, 300)]))).result?.id as string,
  ]
  const place = { address: '서울', latitude: 37.5, longitude: 127, phone: '02-1', businessHours: [] }
  const body = { ...place, name: '사진점', imageIds: [shown] }
  const store = await send<Success<{ id: string }>>(http, 'POST', '/admin/api/stores', { token, body })
  const gone = (await signIn(http, product.ready.email, product.ready.password)) as {
    accessToken: string
    refreshToken: string
  }
  await send(http, 'POST', '/admin/api/logout', { token: gone.accessToken, body: gone })
  const bearers = [undefined, 'nonsense', gone.accessToken, token]
  for (const bearer of bearers) {
    const headers: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    const answer = await get(shown, '', headers)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect((await describe(Buffer.from(await answer.arrayBuffer()))).width).toBe(400)
    const etag = answer.headers.get('etag') as string
    expect((await get(shown, '', { ...headers, 'if-none-match': etag })).status).toBe(304)
    expect((await get(hidden, '', headers)).status).toBe(bearer === token ? 200 : 401)
  }
  const head = await fetch(`${http}/api/images/${shown}?width=320`, { method: 'HEAD' })
  expect([head.status, Number(head.headers.get('content-length')) > 0]).toEqual([200, true])
  await send(http, 'PATCH', `/admin/api/stores/${store.body.result.id}`, { token, body: { visible: false } })
  await expect.poll(async () => (await get(shown, '', {})).status).toBe(401)
})

test("a member's picture is on their car immediately, for no other member, and is deleted with them", async () => {
  const { http } = product.ready
  const [member, other] = [await joinMember(http), await joinMember(http)]
  const image = (await uploadAs(formOf(['image', await picture('jpeg', 64, 48)]), member.accessToken)).result
  const [brand] = (await send<Success<{ id: string }[]>>(http, 'GET', '/api/carBrands')).body.result
  const car = (carNumber: string) => ({ carNumber, carBrandId: brand?.id, model: '그랜저', imageId: image?.id })
  const registered = await send(http, 'POST', '/api/cars', { token: member.accessToken, body: car('31가4159') })
  expect([registered.status, registered.text]).toEqual([201, expect.stringContaining(image?.id as string)])
  const refused = await send<Failure>(http, 'POST', '/api/cars', { token: other.accessToken, body: car('27가1828') })
  expect([refused.status, refused.body.error.code]).toEqual([404, 'IMAGE_NOT_FOUND'])
  const seen = async ({ accessToken }: { accessToken: string }) =>
    (await get(image?.id as string, '', { authorization: `Bearer ${accessToken}` })).status
  expect([await seen(member), await seen(other), (await get(image?.id as string)).status]).toEqual([200, 404, 200])
  await expect
    .poll(async () => (await sql`select from catalog.image_uses where image_id = ${image?.id as string}`).length)
    .toBe(1)
  await send(http, 'DELETE', '/api/me', { token: member.accessToken })
  await expect.poll(async () => (await get(image?.id as string)).status).toBe(404)
  await expect.poll(async () => (await bucket.names()).filter((name) => name.includes(image?.id as string))).toEqual([])
})

/** A picture from a phone: 12 megapixels, with a photograph's noise, taken upright. */
async function phonePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const
  const small = await sharp({ create: { width: 700, height: 525, channels: 3, background: '#567', noise } })
    .png()
    .toBuffer()
  return sharp(small).resize(4_000, 3_000).withMetadata({ orientation: 6 }).jpeg({ quality: 80 }).toBuffer()
}

// ASVS 5.2.1, 15.2.2
test('a picture that a slow network takes long to send is stored', async () => {
  const side = 1_030
  const pixels = { raw: { width: side, height: side, channels: 3 } } as const
  const body = rawBody(
    await sharp(randomBytes(side * side * 3), pixels)
      .png()
      .toBuffer(),
  ) // noise is not compressed
  const milliseconds = 100
  const bytes = 25_000 // 2 Mbit/s: some 13 seconds for the picture
  async function* slowly() {
    for (let at = 0; at < body.length; at += bytes) {
      yield body.subarray(at, at + bytes)
      await wait(milliseconds)
    }
  }
  const response = await fetch(product.ready.http + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
    body: ReadableStream.from(slowly()),
    duplex: 'half',
  } as RequestInit)
  expect(body.length).toBeGreaterThan(3_000_000)
  expect(response.status).toBe(201)
})

test('twenty concurrent pictures of phones are stored or refused with a time to retry, within 150 MiB, and health responds', async () => {
  const [file, pid, { http }] = [await phonePicture(), await product.pid('catalog'), product.ready]
  const before = (await memoryOf(pid)).now
  const uploads = Promise.all(Array.from({ length: 20 }, () => uploadAs(formOf(['image', file]))))
  let [isDone, most] = [false, 0]
  void uploads.finally(() => {
    isDone = true
  })
  while (!isDone) {
    expect((await send(http, 'GET', '/api/health')).status).toBe(200)
    most = Math.max(most, (await memoryOf(pid)).now)
    await wait(50)
  }
  const replies = await uploads
  expect(replies.map(({ status }) => status)).toContain(201)
  for (const { status, result, headers } of replies) {
    if (status === 201) expect([result?.width, result?.height]).toEqual([3_000, 4_000])
    else expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  }
  expect(most - before).toBeLessThan(150)
})

test('no log contains a secret or the location of a picture', async () => {
  const logs = ['gateway', 'catalog'].map((name) => readFileSync(join(product.dataDir, 'logs', `${name}.log`), 'utf8'))
  expect(logs.join('')).not.toContain(authorization.slice(6))
  expect(logs.join('').match(/^.*"level":50.*$/gm)).toBeNull()
})
