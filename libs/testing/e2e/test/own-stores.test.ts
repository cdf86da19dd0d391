import { randomInt, randomUUID } from 'node:crypto'
import { adminRolesFor, contract, isPublished, type Operation, type Resource, route } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Failure, type Reply, resultOf, send, signIn } from '../src/http.ts'
import { joinMember } from '../src/member.ts'
import { openDatabase } from '../src/open-database.ts'
import { readOperations } from '../src/openapi-document.ts'
import { addFreeOrder, addOwedReturn, addSubscription, addUse, addVisitOf } from '../src/order-fixtures.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { addReadToReview } from '../src/read-fixtures.ts'

/*
 * What an administrator of one store gets, by every operation that the contract limits to stores: an object of the store, and
 * none of another one, which stays as it is. Objects and calls come from the contract entry.
 */
const operations = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .filter((op) => op.scope === 'stores' && isPublished(op))
const takesId = ({ http }: Operation) => http.includes('{')
const takesStore = ({ input, response }: Operation) => 'storeId' in input.properties && response !== 'live'
const named = (found: readonly Operation[]) => found.map((op): [string, Operation] => [op.name, op])

let product: Product
let sql: Sql
let base: string
let owner: string
let examples: Map<string, unknown>
let own: string
let other: string
/** Tokens of administrators of the own store. */
const bearers = new Map<string, string>()
beforeAll(async () => {
  product = await sharedProduct()
  const { http, email, password } = product.ready
  base = http
  sql = await openDatabase(product)
  owner = (await signIn(base, email, password)).accessToken
  examples = new Map((await readOperations(base)).map(({ id, body }) => [id, body?.example]))
  ;[own, other] = [await createStore(), await createStore()]
  for (const role of ['manager', 'accountant'] as const) bearers.set(role, (await administrator(role, [own])).token)
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
})

const byOwner = <T = { id: string }>(method: string, path: string, body?: object): Promise<T> =>
  resultOf<T>(base, method, `/admin/api/${path}`, { token: owner, body })

async function administrator(role: string, storeIds: string[]) {
  const account = { email: `${randomUUID()}@kingcar.test`, password: 'a long password', name: '김한곳' }
  const { id } = await byOwner('POST', 'join', { ...account, joinCode: 'kingcar-join' })
  await byOwner('PATCH', `admins/${id}`, { role, storeIds })
  return { id, token: (await signIn(base, account.email, account.password)).accessToken }
}

const address = { address: '서울', latitude: 37.5, longitude: 127, phone: '02-1', businessHours: [], imageIds: [] }
async function createStore(): Promise<string> {
  const { id } = await byOwner('POST', 'stores', { name: '한곳점', ...address })
  await waitFor(async () => expect(await sql`select from recognition.stores where id = ${id}`).toHaveLength(1))
  return id
}
const plate = () => `${randomInt(100, 999)}가${randomInt(1_000, 9_999)}`
/** A member with a visit at the store. */
async function visitor(storeId: string): Promise<string> {
  const { id } = await joinMember(base)
  await sql`insert into member.member_stores (member_id, store_id) values (${id}, ${storeId})`
  await sql`insert into orders.member_stores (member_id, store_id, emitted) values (${id}, ${storeId}, true)`
  return id
}
const device = async (storeId: string) => (await byOwner('POST', 'devices', { storeId, name: '입구' })).id

/** How an object of a store is created, and in which row it is; `observed` are columns that the product fills by itself. */
type Maker = { at: (storeId: string) => Promise<string>; table: string; key?: string; observed?: string[] }
const makers: Partial<Record<Resource, Maker>> = {
  member: { table: 'member.members', at: visitor },
  screen: {
    table: 'member.screens',
    at: async (storeId) =>
      (await byOwner<{ screenId: string }>('POST', 'screens/session', { storeId, name: '대기실' })).screenId,
  },
  store: { table: 'catalog.stores', at: async (storeId) => storeId },
  alertRule: {
    table: 'member.alert_rules',
    at: async (storeId) => {
      const quiet = { quietFrom: null, quietTo: null }
      const sent = { channels: ['bell'], roles: ['manager'], adminIds: [randomUUID()], ...quiet, enabled: true }
      return (
        await byOwner('POST', 'alertRules', { kind: 'offlineDevices', threshold: 60, storeIds: [storeId], ...sent })
      ).id
    },
  },
  order: { table: 'orders.orders', at: async (storeId) => addFreeOrder(sql, await visitor(storeId)) },
  owedReturn: {
    table: 'orders.owed_returns',
    at: async (storeId) => addOwedReturn(sql, await addFreeOrder(sql, await visitor(storeId))),
  },
  userProduct: { table: 'orders.user_products', at: async (storeId) => addSubscription(sql, await visitor(storeId)) },
  useLog: { table: 'orders.use_logs', at: async (storeId) => addUse(sql, await addSubscription(sql), storeId) },
  device: { table: 'recognition.devices', at: device, observed: ['online'] }, // at the first look at a new device
  listedPlate: {
    table: 'recognition.listed_plates',
    at: async (storeId) =>
      (await byOwner('POST', 'listedPlates', { storeId, carNumber: plate(), kind: 'vip', reason: '귀빈' })).id,
  },
  visit: {
    table: 'recognition.visits',
    at: async (storeId) => (await byOwner('POST', 'visits', { storeId, carNumber: plate(), reason: '한곳' })).id,
  },
  read: {
    table: 'recognition.read_reviews',
    key: 'read_id',
    at: async (storeId) => addReadToReview(sql, storeId, await device(storeId)),
  },
}
const make = (resource: Resource | undefined, storeId: string): Promise<string> => {
  const maker = resource && makers[resource]
  if (!maker) throw new Error(`this test creates no ${resource}`)
  return maker.at(storeId)
}
async function rowOf(resource: Resource, id: string): Promise<unknown> {
  const { table = '', key = 'id', observed = [] } = makers[resource] ?? {}
  return (
    await sql.unsafe(`select to_jsonb(t) - $2::text[] as row from ${table} t where ${key} = $1`, [id, observed])
  )[0]
}

const addWash = async () => (await byOwner('POST', 'products', { name: '손세차', type: 'onetime', price: 1_000 })).id

/** Bodies for which the documented example does not do, or names another store. */
const bodies: Record<string, () => object | Promise<object>> = {
  updateDevice: () => ({ name: '출구' }),
  correctVisit: () => ({ carNumber: plate(), reason: '잘못 읽음' }),
  acceptRead: () => ({ carNumber: plate(), reason: '사진 확인' }),
  noteVisit: () => ({ carNumber: plate(), reason: '손으로' }),
  dismissRead: () => ({}),
  updateAlertRule: () => ({ threshold: 30 }),
  refundOrder: () => ({ reason: '환불' }),
  priceCounterSale: async () => ({ memberId: await visitor(own), productId: await addWash() }),
  sellProduct: async () => {
    return { memberId: await visitor(own), productId: await addWash(), method: 'cash', amount: 1_000 }
  },
}
async function call(op: Operation, path: string, more: Record<string, string> = {}): Promise<Reply<Failure>> {
  const { method } = route(op)
  const token = bearers.get(adminRolesFor(op).includes('manager') ? 'manager' : 'accountant')
  if (method !== 'GET' && method !== 'DELETE') {
    const body = { ...((await bodies[op.name]?.()) ?? (examples.get(op.name) as object | undefined)), ...more }
    return send<Failure>(base, method, path, { token, body })
  }
  const range = op.input.required?.includes('from') ? { from: '2026-01-01', to: '2026-01-31' } : {}
  const month = op.input.required?.includes('month') ? { month: '2026-01' } : {}
  const wide = 'size' in op.input.properties && op.response === undefined ? { size: '100' } : {}
  const query = String(new URLSearchParams({ ...range, ...month, ...wide, ...more }))
  return send<Failure>(base, method, query === '' ? path : `${path}?${query}`, { token })
}

const single = operations.filter((op) => takesId(op) && op.response !== 'image') // gateway tests have pictures of stores

// ASVS 8.2.2
test.each(named(single))('%s is for objects of the own store, and reports others as missing', async (_, op) => {
  const { path, parameters } = route(op)
  const at = (id: string) => path.replace(/\{\w+\}/, id)
  expect(parameters).toHaveLength(1)
  const mine = await call(op, at(await make(op.resource, own)))
  expect([401, 403, 404, 500, 503].includes(mine.status), mine.text).toBe(false)
  const id = await make(op.resource, other)
  const before = await rowOf(op.resource as Resource, id)
  const [refused, missing] = [await call(op, at(id)), await call(op, at(randomUUID()))]
  expect([refused.status, refused.body.error.code]).toEqual([404, missing.body.error.code])
  expect(before).toBeDefined()
  expect(await rowOf(op.resource as Resource, id)).toEqual(before)
})

// ASVS 8.2.2
test.each(named(operations.filter(takesStore)))('%s takes the own store only', async (_, op) => {
  const path = takesId(op) ? route(op).path.replace(/\{\w+\}/, await make(op.resource, own)) : route(op).path
  const mine = await call(op, path, { storeId: own })
  expect([401, 403, 404, 500, 503].includes(mine.status), mine.text).toBe(false)
  const refused = await call(op, path, { storeId: other })
  expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN'])
})

/** What a list or file is of. */
const listed: Record<string, Resource> = {
  ...{ listMembers: 'member', exportMembers: 'member', listScreens: 'screen', listStores: 'store' },
  ...{ listOrders: 'order', exportOrders: 'order', listOwedReturns: 'owedReturn' },
  ...{ listUserProducts: 'userProduct', exportUserProducts: 'userProduct', listUseLogs: 'useLog' },
  ...{ exportUseLogs: 'useLog', listDevices: 'device', listVisits: 'visit', exportVisits: 'visit' },
  ...{ listReadReviews: 'read', listAlertRules: 'alertRule', listListedPlates: 'listedPlate' },
}

// ASVS 8.2.2
test.each(Object.entries(listed))('%s has what is of the own store, and nothing else', async (name, resource) => {
  const op = operations.find((each) => each.name === name)
  if (!op) throw new Error(`${name} is not limited to stores`)
  const [mine, others] = [await make(resource, own), await make(resource, other)]
  const { status, text } = await call(op, route(op).path)
  expect([status, text.includes(mine), text.includes(others)]).toEqual([200, true, false])
})

// ASVS 8.2.2
test('createUseLog uses a product for a visit at the own store only', async () => {
  const userProductId = await addSubscription(sql)
  const [mine, others] = [await addVisitOf(sql, userProductId, own), await addVisitOf(sql, userProductId, other)]
  const { createUseLog } = contract.orders
  const record = (visitId: string) =>
    call(createUseLog, '/admin/api/useLogs', { visitId, userProductId, reason: '현장' })
  expect((await record(others)).body.error.code).toBe('VISIT_NOT_FOUND')
  expect((await record(mine)).status).toBe(201)
  expect(await sql`select from orders.use_logs where visit_id = ${others}`).toHaveLength(0)
})

test('every operation that is limited to stores is in one of the tests here, or sums up the own stores', () => {
  const tested = new Set(
    [...single, ...operations.filter(takesStore)].map(({ name }) => name).concat(Object.keys(listed), 'createUseLog'),
  )
  expect(operations.filter(({ name }) => !tested.has(name)).map(({ name }) => name)).toEqual([
    'getAlertBell', // services/member/test/alerts.test.ts
    'getAlertRecipients', // services/member/test/alert-phone.test.ts
    'createAlertRule', // services/member/test/alerts.test.ts
    'countMembers', // services/member/test/store-scope.test.ts
    'getPlateImage', // services/catalog/test/plate-images.test.ts
    'getImage', // services/catalog/test/images.test.ts
    'getRevenue', // services/orders/test/money-figures.test.ts
    'listCounterCars', // services/orders/test/counter-sales.test.ts
    'countUserProducts', // services/orders/test/store-scope.test.ts
    'openLive', // gateway/test/rights.test.ts
  ])
})

// ASVS 8.3.2
test('a store that is taken away acts within two seconds, on its objects and its lists', async () => {
  const { id, token } = await administrator('manager', [own, other])
  const visit = await make('visit', other)
  const outcomes = async () => {
    const paths = [`visits/${visit}`, `visits?storeId=${other}`, `visits?storeId=${own}`]
    const replies = await Promise.all(paths.map((path) => send<Failure>(base, 'GET', `/admin/api/${path}`, { token })))
    return replies.map(({ status }) => status)
  }
  await expect.poll(outcomes).toEqual([200, 200, 200])
  const began = performance.now()
  await byOwner('PATCH', `admins/${id}`, { storeIds: [own] })
  await expect.poll(outcomes, { interval: 20 }).toEqual([404, 403, 200])
  expect(performance.now() - began).toBeLessThan(2_000)
})
