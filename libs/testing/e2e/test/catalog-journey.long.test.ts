import { beforeAll, describe, expect, test } from 'vitest'
import { type Failure, type Reply, type Success, send, signIn } from '../src/http.ts'
import { joinMember } from '../src/member.ts'
import { formOf, picture } from '../src/pictures.ts'
import { type Product, sharedProduct } from '../src/product.ts'

/** Content that an administrator publishes, as a member app sees it; written from the contract alone. */
let product: Product
let base: string
let admin: string
let member: string
beforeAll(async () => {
  product = await sharedProduct()
  base = product.ready.http
  admin = (await signIn(base, product.ready.email, product.ready.password)).accessToken
  member = (await joinMember(base)).accessToken
})

type Fields = Record<string, unknown> & { id: string }
type Page = { content: Fields[]; totalElements: number; totalPages: number; number: number }
type Extras = { body?: unknown; token?: string; headers?: Record<string, string> }

const call = <T>(method: string, path: string, extras: Extras = {}): Promise<Reply<Success<T>>> =>
  send<Success<T>>(base, method, path, extras)
const result = async <T>(method: string, path: string, extras: Extras = {}): Promise<T> => {
  const reply = await call<T>(method, path, extras)
  if (reply.body?.success !== true) throw new Error(`${method} ${path} returned ${reply.status} ${reply.text}`)
  return reply.body.result
}
const create = (path: string, body: object) => result<Fields>('POST', `/admin/api/${path}`, { body, token: admin })
const change = (path: string, body: object) => result<Fields>('PATCH', `/admin/api/${path}`, { body, token: admin })
const remove = (path: string) => result<null>('DELETE', `/admin/api/${path}`, { token: admin })
const failure = async (reply: Promise<Reply<unknown>>) => {
  const { status, body } = await reply
  return [status, (body as Failure).error.code]
}
const refused = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  failure(call(method, `/admin/api/${path}`, { body, token: admin, headers }))
const soon = (milliseconds = 2_000) => new Date(Date.now() + milliseconds).toISOString()
const later = (read: () => Promise<unknown>) => expect.poll(read)

async function upload(token = admin): Promise<string> {
  const response = await fetch(`${base}/api/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: formOf(['image', await picture('jpeg', 800, 600)]),
  })
  const { result: image } = (await response.json()) as Success<Fields>
  expect([response.status, image]).toEqual([
    201,
    { id: expect.any(String), contentType: 'image/jpeg', width: 800, height: 600, bytes: expect.any(Number) },
  ])
  return image.id
}
const seen = async (imageId: string, token?: string) =>
  (await call('GET', `/api/images/${imageId}?width=320`, token === undefined ? {} : { token })).status

describe('banners', () => {
  const ids = async () => (await result<Fields[]>('GET', '/api/banners')).map(({ id }) => id)

  test('appear and disappear on time, in their order, and their picture is public', async () => {
    const imageId = await upload()
    expect([await seen(imageId), await seen(imageId, member), await seen(imageId, admin)]).toEqual([401, 404, 200])
    const [startsAt, endsAt] = [soon(), soon(4_500)]
    const banner = await create('banners', {
      title: '겨울 세차',
      imageId,
      linkUrl: 'https://kingcar.test',
      startsAt,
      endsAt,
    })
    expect(banner).toMatchObject({ visible: true, startsAt, endsAt, imageUrl: `/api/images/${imageId}` })
    expect(await ids()).not.toContain(banner.id)
    expect(await seen(imageId)).toBe(401)
    await later(ids).toContain(banner.id)
    await later(() => seen(imageId)).toBe(200)
    await later(ids).not.toContain(banner.id)
    await later(() => seen(imageId)).toBe(401)
    await remove(`banners/${banner.id}`)
  })

  test('are reordered all together or not at all', async () => {
    const imageId = await upload()
    const [one, two] = [
      await create('banners', { title: '하나', imageId }),
      await create('banners', { title: '둘', imageId }),
    ]
    const own = async () => (await ids()).filter((id) => id === one.id || id === two.id)
    expect(await own()).toEqual([one.id, two.id])
    const order = (first: string, second: string) => ({
      banners: [
        { id: first, displayOrder: 1_000 },
        { id: second, displayOrder: 1_001 },
      ],
    })
    await change('banners', order(two.id, one.id))
    expect(await own()).toEqual([two.id, one.id])
    const unknown = '01980000-0000-7000-8000-00000000dead'
    expect(await refused('PATCH', 'banners', order(one.id, unknown))).toEqual([404, 'BANNER_NOT_FOUND'])
    expect(await own()).toEqual([two.id, one.id])
    await change('banners', { banners: [{ id: one.id, visible: false }] })
    expect(await own()).toEqual([two.id])
    for (const { id } of [one, two]) await remove(`banners/${id}`)
    expect(await refused('GET', `banners/${one.id}`)).toEqual([404, 'BANNER_NOT_FOUND'])
  })
})

describe('notices', () => {
  const content = '# 안내\n\n설 연휴에도 **정상 영업**해요.'
  const list = async () => (await result<Page>('GET', '/api/notices?size=100', { token: member })).content

  test('are drafts, appear on time, pinned first, without their text in the list', async () => {
    const [plain, pinned] = [
      await create('notices', { title: '평범한 공지', content }),
      await create('notices', { title: '고정 공지', content, pinned: true, publishedAt: soon() }),
    ]
    const draft = await create('notices', { title: '초안', content, publishedAt: null })
    const own = async () =>
      (await list()).map(({ id }) => id).filter((id) => [plain, pinned, draft].some((each) => each.id === id))
    expect(await own()).toEqual([plain.id])
    expect(await failure(call('GET', `/api/notices/${pinned.id}`, { token: member }))).toEqual([
      404,
      'NOTICE_NOT_FOUND',
    ])
    await later(own).toEqual([pinned.id, plain.id])
    expect((await list()).every((notice) => !('content' in notice))).toBe(true)
    expect(await result('GET', `/api/notices/${pinned.id}`, { token: member })).toMatchObject({ content, pinned: true })
    await change(`notices/${draft.id}`, { publishedAt: new Date().toISOString() })
    await later(own).toEqual([pinned.id, draft.id, plain.id])
    for (const { id } of [plain, pinned, draft]) await remove(`notices/${id}`)
    expect(await own()).toEqual([])
  })

  test('are for members only, or public if the setting says so', async () => {
    expect(await failure(call('GET', '/api/notices'))).toEqual([401, 'UNAUTHENTICATED'])
    const set = (value: boolean) =>
      result('PUT', '/admin/api/appSettings', { body: { key: 'notices.public', value }, token: admin })
    await set(true)
    const open = () => call('GET', '/api/notices', { headers: { authorization: 'Bearer nonsense' } })
    await later(async () => (await open()).status).toBe(200)
    await set(false)
    await later(async () => (await open()).status).toBe(401)
  })

  test('contain only the allowed markup', async () => {
    const hostile = '<script>alert(1)</script>\n\n[눌러요](javascript:alert(1)) <img src=x onerror=alert(1)>'
    const { id, content: kept } = await create('notices', { title: '위험', content: hostile, publishedAt: null })
    expect(kept).not.toMatch(/<script|<img|javascript:/i)
    await remove(`notices/${id}`)
  })
})

describe('products', () => {
  const list = async (query = '') => (await result<Fields[]>('GET', `/api/products${query}`)).map(({ id }) => id)

  test('are sold while they are on sale, and show what a member gets', async () => {
    const imageId = await upload()
    const storeIds = [product.ready.stores[0]?.id as string]
    const monthly = await create('products', { name: '월 정액', type: 'subscribe', price: 49_900, storeIds, imageId })
    expect(monthly).toMatchObject({ billingMonths: 1, useLimit: null, onSale: true, storeIds })
    const single = await create('products', { name: '손세차', type: 'onetime', price: 35_000 })
    expect(single).toMatchObject({ billingMonths: null, useLimit: 1, storeIds: [] })
    expect(await list('?productType=subscribe')).toContain(monthly.id)
    expect(await list('?productType=subscribe')).not.toContain(single.id)
    expect(await seen(imageId)).toBe(200)
    await change(`products/${monthly.id}`, { onSale: false })
    expect(await list()).not.toContain(monthly.id)
    expect(await failure(call('GET', `/api/products/${monthly.id}`))).toEqual([404, 'PRODUCT_NOT_FOUND'])
    expect(await seen(imageId)).toBe(401)
    expect(await refused('POST', 'products', { name: '틀림', type: 'onetime', price: 1, billingMonths: 2 })).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
    expect(
      await refused('POST', 'products', { name: '틀림', type: 'onetime', price: 1, storeIds: [monthly.id] }),
    ).toEqual([404, 'STORE_NOT_FOUND'])
    for (const { id } of [monthly, single]) await remove(`products/${id}`)
    expect(await list()).not.toContain(single.id)
  })

  test('are only changed by an administrator who has seen the last change', async () => {
    const { id } = await create('products', { name: '왁스', type: 'onetime', price: 10_000 })
    const tag = (await call('GET', `/admin/api/products/${id}`, { token: admin })).headers.get('etag') as string
    const patch = (body: object) =>
      call('PATCH', `/admin/api/products/${id}`, { body, token: admin, headers: { 'if-match': tag } })
    expect((await patch({ price: 12_000 })).status).toBe(200)
    const late = await patch({ name: '코팅' })
    const { details } = (late.body as unknown as Failure & { error: { details: { path: string }[] } }).error
    expect([late.status, details.map(({ path }) => path)]).toEqual([412, ['price']])
    expect(await result('GET', `/api/products/${id}`)).toMatchObject({ name: '왁스', price: 12_000 })
    await remove(`products/${id}`)
  })
})

describe('stores', () => {
  test('are found by distance and say whether they are open', async () => {
    const hours = Array.from({ length: 7 }, (_, day) => ({ day: day + 1, open: '00:00', close: '24:00' }))
    const place = { address: '제주', latitude: 33.4996, longitude: 126.5312, phone: '064-1' }
    const near = await create('stores', { name: '제주점', ...place, businessHours: hours })
    const closed = await create('stores', { name: '서귀포점', ...place, latitude: 33.2541, businessHours: [] })
    const found = async () => (await result<Page>('GET', '/api/stores?near=33.5,126.53&size=2')).content
    expect((await found()).map(({ id, open }) => [id, open])).toEqual([
      [near.id, true],
      [closed.id, false],
    ])
    const [first, second] = (await found()) as { distanceMeters?: number }[]
    expect(first?.distanceMeters).toBeLessThan(300)
    expect(second?.distanceMeters).toBeGreaterThan(25_000)
    await change(`stores/${near.id}`, { visible: false })
    expect((await found())[0]?.id).toBe(closed.id)
    for (const { id } of [near, closed]) await remove(`stores/${id}`)
  })
})

describe('terms', () => {
  const inForce = async () => (await result<Fields[]>('GET', '/api/terms?termsType=MARKETING'))[0]

  test('take effect on time, and the difference between two versions is shown line by line', async () => {
    const before = (await inForce()) as Fields
    const fields = { type: 'MARKETING', title: '마케팅 수신', required: false }
    const next = await create('terms', { ...fields, content: `${before.content}\n\n새 조항`, effectiveAt: soon() })
    expect((await inForce())?.id).toBe(before.id)
    const { changes } = await result<{ changes: { kind: string; text: string }[] }>(
      'GET',
      `/admin/api/terms/${next.id}/compare?with=${before.id}`,
      { token: admin },
    )
    expect(changes.map(({ kind }) => kind)).toContain('added')
    expect(
      changes
        .filter(({ kind }) => kind !== 'removed')
        .map(({ text }) => text)
        .join(''),
    ).toBe(next.content)
    await later(async () => (await inForce())?.id).toBe(next.id)
    expect(await refused('PATCH', `terms/${next.id}`, { title: '늦음' })).toEqual([409, 'TERMS_IN_FORCE'])
    expect(await refused('DELETE', `terms/${next.id}`)).toEqual([409, 'TERMS_IN_FORCE'])
  })
})

describe('a member’s picture', () => {
  test('belongs to the member, also on a car, and is deleted with the member', async () => {
    const [owner, other] = [await joinMember(base), await joinMember(base)]
    const imageId = await upload(owner.accessToken)
    const looks = () =>
      Promise.all([
        seen(imageId),
        seen(imageId, other.accessToken),
        seen(imageId, owner.accessToken),
        seen(imageId, admin),
      ])
    expect(await looks()).toEqual([401, 404, 200, 200])
    const [brand] = await result<{ id: string; models: string[] }[]>('GET', '/api/carBrands')
    const car = (token: string, carNumber: string) =>
      call<Fields>('POST', '/api/cars', {
        token,
        body: { carNumber, carBrandId: brand?.id, model: brand?.models[0], imageId },
      })
    expect((await car(owner.accessToken, '77가7701')).body.result).toMatchObject({ imageId })
    expect(await failure(car(other.accessToken, '77가7702'))).toEqual([404, 'IMAGE_NOT_FOUND'])
    expect(await looks()).toEqual([401, 404, 200, 200])
    await result('DELETE', '/api/me', { token: owner.accessToken })
    await later(() => seen(imageId, admin)).toBe(404)
  })
})

test('a write is visible to the next read', async () => {
  const read = async () => (await result<Fields[]>('GET', '/api/products')).map(({ name }) => name)
  const { id } = await create('products', { name: '이름 0', type: 'onetime', price: 1 })
  for (let version = 1; version <= 5; version++) {
    await change(`products/${id}`, { name: `이름 ${version}` })
    expect(await read()).toContain(`이름 ${version}`)
  }
  await remove(`products/${id}`)
  const { headers } = await call('GET', '/api/products')
  const again = await call('GET', '/api/products', { headers: { 'if-none-match': headers.get('etag') as string } })
  expect([again.status, again.text]).toEqual([304, ''])
})
