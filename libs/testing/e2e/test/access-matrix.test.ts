import { type KeyLike, randomBytes, randomUUID } from 'node:crypto'
import {
  type AdminRole,
  adminRoles,
  adminRolesFor,
  contract,
  daysAfter,
  isPublished,
  type Operation,
  type Resource,
  rolesFor,
  route,
  type Scope,
  seoulDate,
} from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { createKeys, goodClaims, goodHeader, signed } from '@kingcar/testing/tokens'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Failure, ownAdminOf, type Reply, type Success, send, signIn } from '../src/http.ts'
import { type JoinedMember, joinMember } from '../src/member.ts'
import { openDatabase } from '../src/open-database.ts'
import { addOwedReturn, addUse } from '../src/order-fixtures.ts'
import { addPicture, formOf, picture } from '../src/pictures.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { secretsOf } from '../src/product-secrets.ts'
import { addReadToReview } from '../src/read-fixtures.ts'
import { addRehearsal } from '../src/rehearsal-fixtures.ts'
import { sendPicture } from '../src/uploads.ts'

/*
 * Authorization of every published operation of the contract for every kind of caller, on the caller's own object,
 * another member's and a missing one. Callers and objects come from the contract entry, so a new operation is in the
 * matrix automatically.
 */
const operations = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .filter(isPublished)

type Kind = keyof typeof makers
type Row = {
  name: string
  method: string
  path: string
  callers: readonly string[]
  object: Kind | undefined
  /** Whether an expired token of an allowed role is accepted. */
  acceptsExpired: boolean
  /** Roles of administrators with its permission; empty if no administrator may call it. */
  adminRoles: readonly AdminRole[]
  scope: Scope | undefined
}

/** Operations that need an object in another state than usual: an order with a price cannot be paid here. */
const ownMakers: Readonly<Record<string, 'freeOrder' | 'raisedPlan'>> = {
  payOrder: 'freeOrder',
  withdrawPriceChange: 'raisedPlan',
}

/** Allowed callers by the access of an entry: roles, `anybody`, or a sign-in method that is tested below. */
const callersOf = ({ access }: Operation): readonly string[] => {
  if (access === 'public') return ['anybody']
  return access === 'device' || access === 'image' ? [access] : rolesFor[access]
}

const rows: Row[] = operations.map((op) => {
  const { method, path } = route(op)
  const object = op.response === 'image' ? undefined : (ownMakers[op.name] ?? op.resource)
  const acceptsExpired = op.acceptsExpiredToken ?? false
  const { name, scope } = op
  return { name, method, path, callers: callersOf(op), object, acceptsExpired, adminRoles: adminRolesFor(op), scope }
})

const callers = ['anonymous', 'member', 'otherMember', 'screen', 'admin', 'disabledAdmin', 'expired', 'forged'] as const
type Caller = (typeof callers)[number]

let product: Product
let sql: Sql
let base: string
let a: JoinedMember
let b: JoinedMember
let tokens: Record<Caller, string | undefined>
let ownerId: string
let key: string
beforeAll(async () => {
  product = await sharedProduct()
  base = product.ready.http
  sql = await openDatabase(product)
  key = (await secretsOf(product)).jwtPrivateKey
  ;[a, b] = await Promise.all([joinMember(base), joinMember(base)])
  tokens = {
    anonymous: undefined,
    member: a.accessToken,
    otherMember: b.accessToken,
    screen: screenToken(),
    admin: (await signIn(base, product.ready.email, product.ready.password)).accessToken,
    disabledAdmin: await disabledAdmin(),
    expired: undefined, // of the role that the route requires, see below
    forged: undefined,
  }
  ownerId = (await ownAdminOf(base, tokens.admin ?? '')).id
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
})

/** An access token as the product signs it. */
const token = (role: string, over: object = {}, privateKey: KeyLike = key): string =>
  signed(goodHeader, goodClaims({ role, ...over }), privateKey)
const screenToken = () => token('screen', { storeId: product.ready.stores[0]?.id })
const past = { iat: Math.floor(Date.now() / 1_000) - 1_000, exp: Math.floor(Date.now() / 1_000) - 100 }
const strangersKey = createKeys().privateKey

async function disabledAdmin(): Promise<string> {
  const account = { email: `${randomUUID()}@kingcar.test`, password: 'a long password' }
  const body = { ...account, name: '김퇴사', joinCode: 'kingcar-join' }
  const { id } = (await send<Success<{ id: string }>>(base, 'POST', '/admin/api/join', { body })).body.result
  const { accessToken } = await signIn(base, account.email, account.password)
  const { accessToken: boss } = await signIn(base, product.ready.email, product.ready.password)
  await send(base, 'PATCH', `/admin/api/admins/${id}`, { token: boss, body: { disabled: true } })
  await waitFor(async () => {
    const { status } = await send(base, 'GET', '/admin/api/admins', { token: accessToken })
    if (status !== 401) throw new Error('not disabled yet')
  })
  return accessToken
}

const created = async (path: string, body: object, token = tokens.admin): Promise<string> => {
  const reply = await send<Success<{ id: string }>>(base, 'POST', path, { token, body })
  if (reply.status !== 201) throw new Error(`${path} returned ${reply.status} ${reply.text}`)
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

function makeAdmin(): Promise<string> {
  const body = { email: `${randomUUID()}@kingcar.test`, password: 'a long password', name: '김신임' }
  return created('/admin/api/join', { ...body, joinCode: 'kingcar-join' })
}

/** Creates a new object of a kind; a member's object belongs to `owner`. */
const makers = {
  deadLetter: async () => randomUUID(), // none can be created from outside
  image: async () => randomUUID(), // has its own test
  admin: makeAdmin,
  apiKey: async () =>
    created('/admin/api/apiKeys', {
      name: '정산 프로그램',
      permissions: ['visits.read'],
      storeIds: null,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  alertRule: async () =>
    created('/admin/api/alertRules', {
      ...{ kind: 'deadLetters', threshold: 100, storeIds: null, channels: ['bell'], roles: ['owner'] },
      adminIds: [randomUUID()], // two equal rules are refused
      ...{ quietFrom: null, quietTo: null, enabled: true },
    }),
  coupon: async () => created('/admin/api/coupons', { name: '할인', discountWon: 1_000 }),
  webhookEndpoint: async () =>
    created('/admin/api/webhookEndpoints', {
      name: '포스 연동',
      url: 'https://pos.example.com/kingcar',
      eventTypes: ['visit.created'],
    }),
  invitation: async () => created('/admin/api/invitations', { role: 'accountant', storeIds: null }),
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
  raisedPlan: async () => {
    const id = await created('/admin/api/products', { name: '매트릭스 정기권', type: 'subscribe', price: 1_000 })
    const fromDate = seoulDate(daysAfter(new Date(), 40))
    await created(`/admin/api/products/${id}/priceChanges`, { kind: 'raise', price: 2_000, fromDate })
    return id
  },
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
  listedPlate: async () => created('/admin/api/listedPlates', { carNumber: plate(), kind: 'vip', reason: '귀빈' }),
  screen: async () => {
    const body = { storeId: product.ready.stores[0]?.id, name: '대기실' }
    const reply = await send<Success<{ screenId: string }>>(base, 'POST', '/admin/api/screens/session', {
      token: tokens.admin,
      body,
    })
    return reply.body.result.screenId
  },
  owedReturn: () => addOwedReturn(sql),
  settlement: async () =>
    created('/admin/api/settlements', {
      fileName: '정산.csv',
      csv: `거래일,고객사 결제번호,포트원 결제번호,거래금액,PG수수료,PG수수료 부가세,정산금액\n2026-01-05,kc_1,imp_${randomUUID()},1000,30,3,967`,
    }),
  read: () => addReadToReview(sql, product.ready.recognizer.storeId, product.ready.recognizer.deviceId),
  session: async () => {
    const { accessToken } = await signIn(base, product.ready.email, product.ready.password)
    return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).sid
  },
  passkey: async () => {
    const [row] = await sql<{ id: string }[]>`
      insert into member.passkeys (admin_id, credential_id, public_key, counter, name, created_at)
      values (${await makeAdmin()}, ${randomUUID()}, '', 0, '노트북', now()) returning id`
    return row?.id ?? ''
  },
  rehearsal: () => addRehearsal(sql, 'cancelled'),
  visit: async () =>
    created('/admin/api/visits', { storeId: product.ready.stores[0]?.id, carNumber: plate(), reason: '수기' }),
  appSetting: async () => 'recognition.guestName',
} as const satisfies Record<Resource | 'freeOrder' | 'raisedPlan', (owner?: never) => Promise<string>>

/** Kinds that belong to a member. */
const ofMembers = new Set<Kind | undefined>(['agreement', 'car', 'card', 'freeOrder', 'order', 'userProduct'])

/** Inputs of routes for which an empty object is not valid. */
const inputs: Record<string, object> = {
  'POST /admin/api/screens/{id}/message': { text: '안녕하세요' },
  'PATCH /admin/api/visits/{id}': { carNumber: '34나5678', reason: '정정' },
  'POST /admin/api/recognition/reads/{readId}/accept': { carNumber: '34나5678', reason: '사진 확인' },
  'POST /admin/api/orders/{orderId}/refund': { reason: '환불' },
  'POST /admin/api/owedReturns/{id}/settle': { reason: '정정' },
  'POST /admin/api/orders/{orderId}/cashReceipt': { kind: 'personal', identifier: '010-1234-5678' },
  'PATCH /api/me/products/{id}': { carId: randomUUID() },
  'POST /api/me/products/{id}/pause': { days: 1 },
  'POST /api/me/products/{id}/change': { productId: randomUUID(), when: 'periodEnd' },
  'POST /api/me/products/{id}/priceChange': { answer: 'accepted', price: 1_000, textVersion: 1 },
  'PATCH /admin/api/userProducts/{id}': { carId: randomUUID() },
  'POST /admin/api/userProducts/{id}/cancel': { reason: '회수' },
  'POST /admin/api/useLogs/{id}/reverse': { reason: '정정' },
}
const queries: Record<string, string> = {
  'GET /api/me/products/{id}/change': '?productId={id}',
  'GET /admin/api/userProducts/{id}/change': '?productId={id}',
  'GET /admin/api/terms/{termsId}/compare': '?with={id}',
  'GET /admin/api/images/{imageId}/plate': '?x=1&y=1&width=9&height=4',
  'GET /admin/api/orders/revenue': '?from=2026-01-01&to=2026-01-31&by=day',
}

function call({ method, path }: Row, id: string | undefined, bearer: string | undefined): Promise<Reply<Failure>> {
  const name = `${method} ${path}`
  const body = method === 'GET' || method === 'DELETE' ? undefined : (inputs[name] ?? {})
  const object = id ?? randomUUID()
  const address = path.replace(/\{\w+\}/, object) + (queries[name] ?? '').replace('{id}', object)
  return send<Failure>(base, method, address, { token: bearer, body })
}

/** The expected refusal of a caller, or undefined for an allowed one. */
function refusal({ callers: allowed, acceptsExpired }: Row, caller: Caller): [number, string] | undefined {
  if (allowed[0] === 'anybody') return undefined
  if (allowed[0] === 'device') return [401, 'UNAUTHENTICATED']
  if (caller === 'anonymous' || caller === 'disabledAdmin' || caller === 'forged') return [401, 'UNAUTHENTICATED']
  if (caller === 'expired') return acceptsExpired ? undefined : [401, 'TOKEN_EXPIRED']
  const role = caller === 'otherMember' ? 'member' : caller
  if (allowed[0] === 'image') return [404, 'IMAGE_NOT_FOUND']
  return allowed.includes(role) ? undefined : [403, 'FORBIDDEN']
}

function tokenOf({ callers: [role = ''] }: Row, caller: Caller): string | undefined {
  const of = ['admin', 'member', 'screen'].includes(role) ? role : 'admin'
  if (caller === 'expired') return token(of, { ...past, ...(of === 'admin' && { sub: ownerId }) })
  if (caller === 'forged') return token(of, {}, strangersKey)
  return tokens[caller]
}

/** The response without its request id. */
function comparable({ status, headers, text, body }: Reply<Failure>) {
  const own = ['x-request-id', 'date', 'connection', 'keep-alive']
  return {
    status,
    headers: [...headers].filter(([name]) => !own.includes(name)),
    text: text.replace(body?.error?.requestId ?? /^$/, ''),
  }
}

const names = rows.map((row): [string, Row] => [`${row.name} ${row.method} ${row.path}`, row])
const mayNot = names.filter(([, row]) => refusal(row, 'anonymous'))
const owned = names.filter(([, row]) => row.callers.includes('member') && ofMembers.has(row.object))

// ASVS 6.3.4
test('the matrix has every published route', async () => {
  type Document = { paths: Record<string, Record<string, { security?: object[] }>> }
  const { paths } = (await send<Document>(base, 'GET', '/openapi.json')).body
  const published = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(new Set(rows.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(published))
  expect(rows).toHaveLength(published.length)
})

const existing = new Map<Kind, Promise<string>>()
/** One object of each kind: refused calls leave it as it is. */
const existingOf = (kind: Kind): Promise<string> => {
  const found = existing.get(kind) ?? makers[kind]()
  existing.set(kind, found)
  return found
}

describe.each(mayNot)('%s', (_, row) => {
  // ASVS 8.2.1, 8.3.1, 10.3.2
  test('refuses every caller without access, for any object', async () => {
    const existing = row.object && (await existingOf(row.object))
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

// A member who leaves cannot call anything afterwards; that has a test below. The other files of this product use its demo and
// sessions of its administrator.
const ending = ['deleteMe', 'removeDemo', 'endOtherAdminSessions', 'deletePasskey']
test.each(names.filter(([, { name }]) => !ending.includes(name)))('%s serves allowed callers', async (_, row) => {
  for (const caller of callers) {
    if (refusal(row, caller)) continue
    const owner = caller === 'otherMember' ? b : a
    const id = row.object ? await makers[row.object](owner as never) : undefined
    const { status, text } = await call(row, id, tokenOf(row, caller))
    const refused =
      status === 403 || status >= 502 || status === 500 || (status === 401 && row.callers[0] !== 'anybody')
    expect(refused, `${caller}: ${status} ${text}`).toBe(false)
    if (id !== undefined && row.object !== 'deadLetter') expect([caller, status, text]).not.toContain(404)
  }
})

/** Administrators of each role but owner, of all stores and of one. */
const limits = { everywhere: false, 'in one store': true }
const administrators = adminRoles
  .filter((role) => role !== 'owner')
  .flatMap((role) => Object.entries(limits).map(([where, limited]) => ({ name: `${role} ${where}`, role, limited })))

describe('administrators', () => {
  const bearers = new Map<string, string>()
  beforeAll(async () => {
    for (const { name, role, limited } of administrators) {
      const account = { email: `${randomUUID()}@kingcar.test`, password: 'a long password' }
      const id = await created('/admin/api/join', { ...account, name: '김역할', joinCode: 'kingcar-join' })
      const body = { role, storeIds: limited ? [product.ready.stores[0]?.id] : null }
      const reply = await send(base, 'PATCH', `/admin/api/admins/${id}`, { token: tokens.admin, body })
      if (reply.status !== 200) throw new Error(reply.text)
      bearers.set(name, (await signIn(base, account.email, account.password)).accessToken)
    }
  })
  const rowsOfAdmins = names.filter(([, { callers }]) => callers.includes('admin'))

  // ASVS 8.2.1
  test.each(rowsOfAdmins)(
    '%s is for the roles with its permission, and for all stores if it is not limited',
    async (_, row) => {
      expect(row.adminRoles.length).toBeGreaterThan(0)
      for (const { name, role, limited } of administrators) {
        const { status, body, text } = await call(row, undefined, bearers.get(name))
        const isRefused = !row.adminRoles.includes(role) || (limited && row.scope === 'headOffice')
        if (isRefused) expect([name, status, body?.error.code]).toEqual([name, 403, 'FORBIDDEN'])
        else expect([name, status === 403 || status >= 500, text]).toEqual([name, false, text])
      }
    },
  )
})

// ASVS 8.2.2
test.each(owned)("%s reports another member's object as missing", async (_, row) => {
  const others = await makers[row.object as Kind](b as never)
  const [other, missing] = [await call(row, others, a.accessToken), await call(row, randomUUID(), a.accessToken)]
  expect(comparable(other)).toEqual(comparable(missing))
  expect(missing.status).toBe(404)
  expect((await call(row, others, b.accessToken)).status).not.toBe(404) // it still exists for its owner
})

// ASVS 8.2.2
test('a picture is visible to its uploader and administrators, and to every client if a store shows it', async () => {
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

test('public operations ignore tokens', async () => {
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

test('notices are for members only, or public with any token or none if the setting says so', async () => {
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

// ASVS 7.4.2
test('a member who left can call no operation any more', async () => {
  const leaver = await joinMember(base)
  expect((await send(base, 'DELETE', '/api/me', { token: leaver.accessToken })).status).toBe(200)
  for (const [, row] of names.filter(([, { callers: allowed }]) => allowed[0] === 'member')) {
    expect((await call(row, undefined, leaver.accessToken)).body.error.code).toBe('UNAUTHENTICATED')
  }
})
