import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../src/database.ts'
import { type Failure, type Reply, type Success, send, signIn } from '../src/http.ts'
import { type JoinedMember, joinMember } from '../src/member.ts'
import { addPicture, formOf, picture } from '../src/pictures.ts'
import { type Product, startProduct } from '../src/product.ts'
import { sendPicture } from '../src/uploads.ts'
import { addUse } from '../src/uses.ts'

/*
 * Who may call what: every route of the published interface as every caller, on its own object, another's and a missing
 * one. A route that has no row here fails, so that nobody adds one without saying who may call it.
 */
const table = `
POST   /admin/api/join                                         anybody
POST   /admin/api/login                                        anybody
POST   /admin/api/reissue                                      anybody
POST   /admin/api/logout                                       admin
GET    /admin/api/admins                                       admin
GET    /admin/api/admins/{id}                                  admin
PATCH  /admin/api/admins/{id}                                  admin    admin
POST   /admin/api/me/password                                  admin
POST   /api/join                                               anybody
POST   /api/login                                              anybody
POST   /api/socialLogin                                        anybody
POST   /api/reissue                                            anybody
POST   /api/logout                                             member
POST   /api/password/reset                                     anybody
GET    /api/me                                                 member
PATCH  /api/me                                                 member
DELETE /api/me                                                 member   last
POST   /api/me/agreements                                      member
DELETE /api/me/agreements/{termsId}                            member   agreement
POST   /api/phoneVerification                                  anybody
POST   /api/phoneVerification/check                            anybody
POST   /api/cars                                               member
GET    /api/cars                                               member
GET    /api/cars/{id}                                          member   car
PATCH  /api/cars/{id}                                          member   car
DELETE /api/cars/{id}                                          member   car
GET    /api/carBrands                                          anybody
POST   /api/social/kakao/unlink                                anybody
GET    /api/social/kakao/unlink                                anybody
POST   /api/social/apple/notice                                anybody
GET    /admin/api/members                                      admin
GET    /admin/api/members/export                               admin
GET    /admin/api/members/{id}                                 admin    member
DELETE /admin/api/members/{id}/sessions                        admin    member
POST   /admin/api/screens/session                              admin
GET    /admin/api/screens                                      admin
PATCH  /admin/api/screens/{id}                                 admin    screen
DELETE /admin/api/screens/{id}                                 admin    screen
POST   /admin/api/screens/{id}/message                         admin    screen
GET    /admin/api/auditLogs                                    admin
GET    /admin/api/auditLogs/export                             admin
GET    /admin/api/appSettings                                  admin,screen
PUT    /admin/api/appSettings                                  admin
GET    /admin/api/appSettings/{key}                            admin,screen setting
DELETE /admin/api/appSettings/{key}                            admin    setting
POST   /admin/api/banners                                      admin
GET    /admin/api/banners                                      admin
PATCH  /admin/api/banners                                      admin
GET    /admin/api/banners/{bannerId}                           admin    banner
DELETE /admin/api/banners/{bannerId}                           admin    banner
GET    /api/banners                                            anybody
POST   /admin/api/notices                                      admin
GET    /admin/api/notices                                      admin
GET    /admin/api/notices/{noticeId}                           admin    notice
PATCH  /admin/api/notices/{noticeId}                           admin    notice
DELETE /admin/api/notices/{noticeId}                           admin    notice
GET    /api/notices                                            member
GET    /api/notices/{noticeId}                                 member
POST   /admin/api/products                                     admin
GET    /admin/api/products                                     admin
PATCH  /admin/api/products                                     admin
GET    /admin/api/products/{id}                                admin    product
PATCH  /admin/api/products/{id}                                admin    product
DELETE /admin/api/products/{id}                                admin    product
GET    /api/products                                           anybody
GET    /api/products/{id}                                      anybody
POST   /admin/api/stores                                       admin
GET    /admin/api/stores                                       admin
GET    /admin/api/stores/{id}                                  admin    store
PATCH  /admin/api/stores/{id}                                  admin    store
DELETE /admin/api/stores/{id}                                  admin    store
GET    /api/stores                                             anybody
GET    /api/stores/{id}                                        anybody
POST   /admin/api/terms                                        admin
GET    /admin/api/terms                                        admin
GET    /admin/api/terms/{termsId}                              admin    terms
PATCH  /admin/api/terms/{termsId}                              admin    terms
DELETE /admin/api/terms/{termsId}                              admin    terms
GET    /admin/api/terms/{termsId}/compare                      admin    terms
GET    /api/terms                                              anybody
POST   /api/images                                             admin,member
POST   /api/recognition/images                                 device
GET    /api/images/{imageId}                                   image
POST   /api/orders                                             member
GET    /api/orders                                             member
GET    /api/orders/{orderId}                                   member   order
PATCH  /api/order/{orderId}/payment                            member   freeOrder
POST   /api/orders/{orderId}/cancel                            member   order
POST   /api/orders/{orderId}/refund                            member   order
POST   /api/orders/webhook                                     anybody
GET    /admin/api/orders                                       admin
GET    /admin/api/orders/export                                admin
GET    /admin/api/orders/revenue                               admin
GET    /admin/api/orders/{orderId}                             admin    order
POST   /admin/api/orders/{orderId}/refund                      admin    order
POST   /api/cards                                              member
GET    /api/cards                                              member
PATCH  /api/cards/{id}                                         member   card
DELETE /api/cards/{id}                                         member   card
GET    /api/me/products                                        member
POST   /api/me/products/{id}/cancel                            member   userProduct
GET    /admin/api/userProducts                                 admin
GET    /admin/api/userProducts/export                          admin
POST   /admin/api/userProducts                                 admin
POST   /admin/api/userProducts/{id}/cancel                     admin    userProduct
GET    /api/me/products/useLogs                                member
GET    /admin/api/useLogs                                      admin
GET    /admin/api/useLogs/export                               admin
POST   /admin/api/useLogs/{id}/reverse                         admin    useLog
POST   /admin/api/devices                                      admin
GET    /admin/api/devices                                      admin
POST   /admin/api/devices/{id}/rotate                          admin    device
DELETE /admin/api/devices/{id}                                 admin    device
POST   /admin/api/devices/{id}/test                            admin    device
GET    /admin/api/visits                                       admin
GET    /admin/api/visits/export                                admin
GET    /admin/api/visits/stats                                 admin
GET    /admin/api/visits/{id}                                  admin    visit
PATCH  /admin/api/visits/{id}                                  admin    visit
POST   /admin/api/visits                                       admin
GET    /admin/api/recognition/deadLetters                      admin
POST   /admin/api/recognition/deadLetters/{id}/reprocess       admin    none
DELETE /admin/api/recognition/deadLetters/{id}                 admin    none
POST   /api/recognition/adapters/plateRecognizer/{deviceId}    device
POST   /api/recognition/adapters/openalpr/{deviceId}           device
POST   /api/recognition/adapters/frigate/{deviceId}            device
POST   /api/recognition/adapters/hikvision/{deviceId}          device
GET    /api/health                                             anybody
GET    /admin/api/live                                         admin,screen
`

type Kind = keyof typeof makers
type Row = { method: string; path: string; callers: string[]; object: Kind | 'last' | undefined }
const rows: Row[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', callers = '', object] = line.split(/ +/)
    return { method, path, callers: callers.split(','), object: object as Row['object'] }
  })

const callers = ['anonymous', 'member', 'otherMember', 'screen', 'admin', 'disabledAdmin', 'expired', 'forged'] as const
type Caller = (typeof callers)[number]

let product: Product
let sql: Sql
let base: string
let a: JoinedMember
let b: JoinedMember
let tokens: Record<Caller, string | undefined>
let key: string
beforeAll(async () => {
  product = await startProduct({ ADMIN_JOIN_CODE: 'join code' })
  base = product.ready.http
  sql = await openDatabase(product)
  key = (JSON.parse(await readFile(join(product.dataDir, 'secrets.json'), 'utf8')) as { jwtPrivateKey: string })
    .jwtPrivateKey
  ;[a, b] = await Promise.all([joinMember(base), joinMember(base)])
  tokens = {
    anonymous: undefined,
    member: a.accessToken,
    otherMember: b.accessToken,
    screen: screenToken(),
    admin: (await signIn(base, product.ready.email, product.ready.password)).accessToken,
    disabledAdmin: await disabledAdmin(),
    expired: undefined, // of the role that the route asks for, see below
    forged: undefined,
  }
}, 120_000)
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await product[Symbol.asyncDispose]()
}, 30_000)

/** An access token as the product signs it. */
function token(role: string, over: object = {}, privateKey = key): string {
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iss: 'kingcar', aud: role, sub: randomUUID(), role, sid: randomUUID(), iat: now, exp: now + 600 }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ ...claims, ...over })}`
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}
const screenToken = () => token('screen', { storeId: product.ready.stores[0]?.id })
const past = { iat: Math.floor(Date.now() / 1_000) - 1_000, exp: Math.floor(Date.now() / 1_000) - 100 }
const strangersKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

async function disabledAdmin(): Promise<string> {
  const account = { email: `${randomUUID()}@kingcar.test`, password: 'a long password' }
  const body = { ...account, name: '김퇴사', joinCode: 'join code' }
  const { id } = (await send<Success<{ id: string }>>(base, 'POST', '/admin/api/join', { body })).body.result
  const { accessToken } = await signIn(base, account.email, account.password)
  const { accessToken: boss } = await signIn(base, product.ready.email, product.ready.password)
  await send(base, 'PATCH', `/admin/api/admins/${id}`, { token: boss, body: { disabled: true } })
  await vi.waitFor(async () => {
    const { status } = await send(base, 'GET', '/admin/api/admins', { token: accessToken })
    if (status !== 401) throw new Error('not told yet')
  })
  return accessToken
}

const created = async (path: string, body: object, token = tokens.admin): Promise<string> => {
  const reply = await send<Success<{ id: string }>>(base, 'POST', path, { token, body })
  if (reply.status !== 201) throw new Error(`${path} answered ${reply.status} ${reply.text}`)
  return reply.body.result.id
}
let plates = 1_000
const plate = () => `12가${plates++}`

const makeTerms = (effectiveAt: string) =>
  created('/admin/api/terms', { type: 'MARKETING', title: '약관', content: '약관', required: false, effectiveAt })

const makeStore = (imageIds: string[]) =>
  created('/admin/api/stores', {
    name: '매트릭스점',
    address: '서울',
    latitude: 37.5,
    longitude: 127,
    phone: '02-1',
    businessHours: [],
    imageIds,
  })

const makeProduct = (price = 1_000) => created('/admin/api/products', { name: '매트릭스', type: 'onetime', price })
const grantProduct = async ({ id: memberId } = a) =>
  created('/admin/api/userProducts', { memberId, productId: await makeProduct(), reason: '매트릭스' })

/** Makes an object of its kind anew; a member's belongs to the one who is named. */
const makers = {
  none: async () => randomUUID(), // nothing of it can be made from outside
  admin: async () => {
    const body = { email: `${randomUUID()}@kingcar.test`, password: 'a long password', name: '김신임' }
    return created('/admin/api/join', { ...body, joinCode: 'join code' })
  },
  member: async () => (await joinMember(base)).id,
  car: async (owner: JoinedMember = a) => {
    const [brand] = (await send<Success<{ id: string }[]>>(base, 'GET', '/api/carBrands')).body.result
    return created('/api/cars', { carNumber: plate(), carBrandId: brand?.id, model: '그랜저' }, owner.accessToken)
  },
  agreement: async (owner: JoinedMember = a) => {
    const id = await makeTerms('2026-01-01T00:00:00.000Z')
    const body = { agreedTermsIds: [id] }
    await expect
      .poll(async () => (await send(base, 'POST', '/api/me/agreements', { token: owner.accessToken, body })).status)
      .toBe(200)
    return id
  },
  store: () => makeStore([]),
  banner: async () => created('/admin/api/banners', { title: '매트릭스', imageId: await addPicture(sql) }),
  order: async (owner: JoinedMember = a) =>
    created('/api/orders', { productId: await makeProduct() }, owner.accessToken),
  product: () => makeProduct(),
  freeOrder: async (owner: JoinedMember = a) =>
    created('/api/orders', { productId: await makeProduct(0) }, owner.accessToken),
  card: (owner: JoinedMember = a) =>
    created(
      '/api/cards',
      { cardNumber: '4111-1111-1111-1111', expiry: '2049-12', birth: '900101', passwordTwoDigits: '12' },
      owner.accessToken,
    ),
  userProduct: (owner: JoinedMember = a) => grantProduct(owner),
  useLog: async () => addUse(sql, await grantProduct()),
  notice: async () => created('/admin/api/notices', { title: '매트릭스', content: '글' }),
  terms: () => makeTerms('2999-01-01T00:00:00.000Z'),
  device: async () => created('/admin/api/devices', { storeId: product.ready.stores[0]?.id, name: '인식기' }),
  screen: async () => {
    const body = { storeId: product.ready.stores[0]?.id, name: '대기실' }
    const reply = await send<Success<{ screenId: string }>>(base, 'POST', '/admin/api/screens/session', {
      token: tokens.admin,
      body,
    })
    return reply.body.result.screenId
  },
  visit: async () =>
    created('/admin/api/visits', { storeId: product.ready.stores[0]?.id, carNumber: plate(), reason: '수기' }),
  setting: async () => 'recognition.guestName',
} as const satisfies Record<string, (owner?: never) => Promise<string>>

/** Inputs that a route needs besides its path, where an empty object is none. */
const inputs: Record<string, object> = {
  'POST /admin/api/screens/{id}/message': { text: '안녕하세요' },
  'PATCH /admin/api/visits/{id}': { carNumber: '34나5678', reason: '정정' },
  'POST /admin/api/orders/{orderId}/refund': { reason: '환불' },
  'POST /admin/api/userProducts/{id}/cancel': { reason: '회수' },
  'POST /admin/api/useLogs/{id}/reverse': { reason: '정정' },
}
const queries: Record<string, string> = {
  'GET /admin/api/terms/{termsId}/compare': '?with={id}',
  'GET /admin/api/orders/revenue': '?from=2026-01-01&to=2026-01-31&by=day',
}

function call({ method, path }: Row, id: string | undefined, bearer: string | undefined): Promise<Reply<Failure>> {
  const name = `${method} ${path}`
  const body = method === 'GET' || method === 'DELETE' ? undefined : (inputs[name] ?? {})
  const object = id ?? randomUUID()
  const address = path.replace(/\{\w+\}/, object) + (queries[name] ?? '').replace('{id}', object)
  return send<Failure>(base, method, address, { token: bearer, body })
}

/** What a caller is told who may not, or undefined for one who may. */
function refusal({ callers: allowed }: Row, caller: Caller): [number, string] | undefined {
  if (allowed[0] === 'anybody') return undefined
  if (allowed[0] === 'device') return [401, 'UNAUTHENTICATED']
  if (caller === 'anonymous' || caller === 'disabledAdmin' || caller === 'forged') return [401, 'UNAUTHENTICATED']
  if (caller === 'expired') return [401, 'TOKEN_EXPIRED']
  const role = caller === 'otherMember' ? 'member' : caller
  if (allowed[0] === 'image') return [404, 'IMAGE_NOT_FOUND']
  return allowed.includes(role) ? undefined : [403, 'FORBIDDEN']
}

function tokenOf({ callers: [role = ''] }: Row, caller: Caller): string | undefined {
  const of = ['admin', 'member', 'screen'].includes(role) ? role : 'admin'
  if (caller === 'expired') return token(of, past)
  if (caller === 'forged') return token(of, {}, strangersKey)
  return tokens[caller]
}

/** Status, headers but for the request's own, and text without the request's id. */
function comparable({ status, headers, text, body }: Reply<Failure>) {
  const own = ['x-request-id', 'date', 'connection', 'keep-alive']
  return {
    status,
    headers: [...headers].filter(([name]) => !own.includes(name)),
    text: text.replace(body?.error?.requestId ?? /^$/, ''),
  }
}

const names = rows.map((row): [string, Row] => [`${row.method} ${row.path}`, row])
const mayNot = names.filter(([, row]) => refusal(row, 'anonymous'))
const owned = names.filter(([, row]) => row.callers.includes('member') && row.object && row.object !== 'last')

test('every published route has a row, and every row a route', async () => {
  type Document = { paths: Record<string, Record<string, { security?: object[] }>> }
  const { paths } = (await send<Document>(base, 'GET', '/openapi.json')).body
  const published = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(new Set(names.map(([name]) => name))).toEqual(new Set(published))
  expect(names).toHaveLength(published.length)
})

describe.each(mayNot)('%s', (_, row) => {
  test('refuses everybody who may not call it, whatever the object', async () => {
    const existing = row.object && row.object !== 'last' ? await makers[row.object]() : undefined
    for (const caller of callers) {
      const refused = refusal(row, caller)
      if (!refused) continue
      for (const id of new Set([existing, randomUUID()])) {
        const reply = await call(row, id, tokenOf(row, caller))
        expect([caller, reply.status, reply.body?.error.code]).toEqual([caller, ...refused])
      }
    }
  })
})

test.each(names.filter(([, row]) => row.object !== 'last'))('%s answers those who may', async (_, row) => {
  for (const caller of callers) {
    if (refusal(row, caller)) continue
    const owner = caller === 'otherMember' ? b : a
    const id = row.object && row.object !== 'last' ? await makers[row.object](owner as never) : undefined
    const { status, text } = await call(row, id, tokenOf(row, caller))
    const refused =
      status === 403 || status >= 502 || status === 500 || (status === 401 && row.callers[0] !== 'anybody')
    expect(refused, `${caller}: ${status} ${text}`).toBe(false)
    if (id !== undefined && row.object !== 'none') expect([caller, status, text]).not.toContain(404)
  }
})

test.each(owned)("%s tells nothing of another's object: it is as if it were missing", async (_, row) => {
  const others = await makers[row.object as Kind](b as never)
  const [other, missing] = [await call(row, others, a.accessToken), await call(row, randomUUID(), a.accessToken)]
  expect(comparable(other)).toEqual(comparable(missing))
  expect([404, 501]).toContain(missing.status)
  expect((await call(row, others, b.accessToken)).status).not.toBe(404) // it is still there, for its owner
})

test('a picture is for who sent it and administrators, and what a store shows for everybody', async () => {
  const upload = async (owner: string | undefined) => {
    const body = formOf(['image', await picture('png', 8, 8)])
    const sent = await sendPicture(base, '/api/images', body, { authorization: `Bearer ${owner}` })
    return sent.result?.id as string
  }
  const [own, ofAdmin, shown] = [await upload(a.accessToken), await upload(tokens.admin), await upload(tokens.admin)]
  await makeStore([shown])
  const row = rows.find(({ path }) => path === '/api/images/{imageId}') as Row
  const seers: Record<string, readonly Caller[]> = {
    [own]: ['member', 'admin'],
    [ofAdmin]: ['admin'],
    [shown]: callers,
  }
  for (const caller of callers) {
    const missing = await call(row, randomUUID(), tokenOf(row, caller))
    for (const [id, seen] of Object.entries(seers)) {
      const reply = await call(row, id, tokenOf(row, caller))
      if (seen.includes(caller)) expect([caller, reply.status]).toEqual([caller, 200])
      else expect([caller, comparable(reply)]).toEqual([caller, comparable(missing)])
    }
  }
})

test('what everybody may call looks at no token', async () => {
  for (const [name, row] of names.filter(
    ([
      ,
      {
        callers: [first],
      },
    ]) => first === 'anybody',
  )) {
    const plain = await call(row, undefined, undefined)
    for (const bad of [token('member', past), randomBytes(40).toString('hex')])
      expect([name, (await call(row, undefined, bad)).status]).toEqual([name, plain.status])
  }
})

test('notices are for members alone, until they are for everybody, who then bring any token or none', async () => {
  const id = await makers.notice()
  const isPublic = (value: boolean) =>
    send(base, 'PUT', '/admin/api/appSettings', { token: tokens.admin, body: { key: 'notices.public', value } })
  const notices = names.map(([, row]) => row).filter(({ path }) => path.startsWith('/api/notices'))
  const statuses = async () => {
    const bearers = [undefined, a.accessToken, tokens.screen, token('member', past), token('member', {}, strangersKey)]
    const all = notices.flatMap((row) => bearers.map((bearer) => call(row, id, bearer)))
    return (await Promise.all(all)).map(({ status }) => status)
  }
  const forMembers = notices.flatMap(() => [401, 200, 403, 401, 401])
  expect(await statuses()).toEqual(forMembers)
  try {
    await isPublic(true)
    await expect.poll(statuses).toEqual(forMembers.map(() => 200))
  } finally {
    await isPublic(false)
  }
  await expect.poll(statuses).toEqual(forMembers)
})

test('who leaves can call nothing any more', async () => {
  const leaver = await joinMember(base)
  expect((await send(base, 'DELETE', '/api/me', { token: leaver.accessToken })).status).toBe(200)
  for (const [, row] of names.filter(([, { callers: allowed }]) => allowed[0] === 'member')) {
    expect((await call(row, undefined, leaver.accessToken)).body.error.code).toBe('UNAUTHENTICATED')
  }
})
