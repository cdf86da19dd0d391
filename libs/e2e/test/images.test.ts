import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bucket, openBucket } from '../src/bucket.ts'
import { type Failure, signIn } from '../src/http.ts'
import { bomb, describe, formOf, picture } from '../src/pictures.ts'
import { type Product, startProduct } from '../src/product.ts'
import { createDevice } from '../src/recognizer.ts'

let product: Product
let token: string
let authorization: string
let bucket: Bucket
beforeAll(async () => {
  product = await startProduct()
  const { http, email, password, stores } = product.ready
  token = (await signIn(http, email, password)).accessToken
  const { id, secret } = await createDevice(product.ready, stores[0]?.id as string)
  authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  bucket = await openBucket(product)
}, 120_000)
afterAll(async () => {
  await bucket[Symbol.asyncDispose]()
  await product[Symbol.asyncDispose]()
}, 30_000)

const path = '/api/recognition/images'
const upload = async (body: FormData, headers: Record<string, string> = {}) => {
  const response = await fetch(product.ready.http + path, {
    method: 'POST',
    headers: { authorization, ...headers },
    body,
  })
  const answer = (await response.json()) as Failure & { result: { id: string } }
  return {
    status: response.status,
    id: answer.result?.id,
    error: answer.error as Failure['error'] & { details?: unknown },
  }
}
const get = (id: string, query = '', headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(`${product.ready.http}/api/images/${id}${query}`, { headers })
const kept = () => bucket.messages()

test.each(['jpeg', 'png', 'webp'] as const)('a %s is stored anew, and an administrator sees it', async (format) => {
  const file = await picture(format)
  expect((await describe(file)).metadata).toBeDefined()
  const { status, id } = await upload(formOf(['image', file, 'plate.gif', 'text/html']))
  expect(status).toBe(201)
  const response = await get(id)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': `image/${format}`,
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

test('a small picture is not made larger', async () => {
  const { id } = await upload(formOf(['image', await picture('jpeg', 400, 300)]))
  const widths = ['?width=1280', '?width=640', '?width=320'].map(async (query) => {
    const file = Buffer.from(await (await get(id, query)).arrayBuffer())
    return (await describe(file)).width
  })
  expect(await Promise.all(widths)).toEqual([400, 400, 320])
})

test('a picture is shown to nobody without a token, and one that is not there is not found', async () => {
  const { id } = await upload(formOf(['image', await picture('jpeg', 40, 30)]))
  for (const each of [id, randomUUID()]) expect((await get(each, '', {})).status).toBe(401)
  expect((await get(id, '', { authorization })).status).toBe(401)
  const unknown = await get(randomUUID())
  expect([unknown.status, ((await unknown.json()) as Failure).error.code]).toEqual([404, 'IMAGE_NOT_FOUND'])
  expect(unknown.headers.get('content-type')).toMatch(/^application\/json/)
  expect((await get(id, '?width=321')).status).toBe(400)
  expect((await get('x')).status).toBe(400)
})

test('the same picture under the same key is one, another one is refused', async () => {
  const file = await picture('png', 64, 48)
  const key = { 'idempotency-key': randomUUID() }
  const first = await upload(formOf(['image', file]), key)
  const before = await kept()
  expect(await upload(formOf(['image', file]), key)).toEqual(first)
  expect(await upload(formOf(['image', await picture('png', 65, 48)]), key)).toMatchObject({ status: 422 })
  expect(await kept()).toBe(before)
  expect((await upload(formOf(['image', file]))).id).not.toBe(first.id)
})

test('a malformed key is refused, and nothing of its picture stays', async () => {
  const before = await kept()
  const refused = await upload(formOf(['image', await picture('jpeg', 64, 48)]), { 'idempotency-key': 'a b' })
  expect(refused).toMatchObject({ status: 400, error: { details: [{ path: 'Idempotency-Key' }] } })
  expect(await kept()).toBe(before)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
const signature = Buffer.from([0xff, 0xd8, 0xff])

test('what is no such picture has its clear error, and nothing of it stays', async () => {
  const [small, hidden] = [await picture('jpeg', 64, 48), await picture('gif' as 'png', 8, 8)]
  const large = Buffer.concat([await picture('jpeg', 64, 48), randomBytes(10 * 2 ** 20)])
  const before = await kept()
  const cases: [string, FormData, number, string][] = [
    ['no file', formOf(['image', 'text']), 400, 'VALIDATION_FAILED'],
    ['no part', new FormData(), 400, 'VALIDATION_FAILED'],
    ['another name', formOf(['file', small]), 400, 'VALIDATION_FAILED'],
    ['a second file', formOf(['image', small], ['image', small]), 400, 'VALIDATION_FAILED'],
    ['a field beside it', formOf(['image', small], ['note', 'x']), 400, 'VALIDATION_FAILED'],
    ['no byte', formOf(['image', Buffer.alloc(0)]), 400, 'IMAGE_INVALID'],
    ['SVG', formOf(['image', svg, 'a.jpg']), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['GIF', formOf(['image', hidden]), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['GIF with HTML', formOf(['image', 'GIF89a/*<script>*/=1', 'a.png']), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a signature alone', formOf(['image', Buffer.concat([signature, randomBytes(999)])]), 400, 'IMAGE_INVALID'],
    ['half a picture', formOf(['image', small.subarray(0, small.length / 2)]), 400, 'IMAGE_INVALID'],
    ['256 megapixels', formOf(['image', await bomb()]), 413, 'PAYLOAD_TOO_LARGE'],
    ['more than 10 MiB', formOf(['image', large]), 413, 'PAYLOAD_TOO_LARGE'],
  ]
  for (const [name, form, status, code] of cases) {
    const answer = await upload(form)
    expect([name, answer.status, answer.error?.code]).toEqual([name, status, code])
  }
  const named = await upload(formOf(['file', small]))
  expect(named.error.details).toEqual([{ path: 'file', message: expect.stringMatching(/./) }])
  expect(await kept()).toBe(before)
}, 60_000)

test('a JPEG that is HTML, too, is a JPEG afterwards', async () => {
  const polyglot = Buffer.concat([await picture('jpeg', 64, 48), Buffer.from('<script>alert(1)</script>')])
  const { id } = await upload(formOf(['image', polyglot]))
  const sent = Buffer.from(await (await get(id)).arrayBuffer())
  expect(sent.includes('script')).toBe(false)
})

/** Sends a request byte by byte and gives what is answered; ends the connection where there is no answer to wait for. */
function raw(body: Buffer, { type = 'multipart/form-data; boundary=x', length = body.length, leave = false } = {}) {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`
  return new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connectTcp(Number(new URL(product.ready.http).port), '127.0.0.1', () => {
      socket.write(Buffer.concat([Buffer.from(head), body]), () => leave && socket.destroy())
    })
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}
const partHead =
  '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'

test('a body that is cut short or broken off leaves nothing', async () => {
  const before = await kept()
  const cut = Buffer.concat([Buffer.from(partHead), randomBytes(600_000)])
  expect(await raw(cut)).toMatch(/^HTTP\/1.1 400 [\s\S]*VALIDATION_FAILED/)
  expect(await raw(Buffer.from('--x--\r\n'), { type: 'multipart/form-data' })).toMatch(/^HTTP\/1.1 400 /)
  expect(await raw(Buffer.from('nonsense'))).toMatch(/^HTTP\/1.1 400 /)
  expect(await raw(cut, { length: cut.length * 2, leave: true })).toBe('')
  await expect.poll(kept, { timeout: 10_000 }).toBe(before)
})

test('neither secret nor place of a picture stands in a log', async () => {
  const logs = ['gateway', 'catalog'].map((name) => readFileSync(join(product.dataDir, 'logs', `${name}.log`), 'utf8'))
  expect(logs.join('')).not.toContain(authorization.slice(6))
  expect(logs.join('')).not.toMatch(/"level":50/)
})
