import { randomUUID } from 'node:crypto'
import type { Caller } from '@kingcar/bus'
import {
  AppError,
  type Attention,
  type AttentionPart,
  type AttentionPartItem,
  type ServiceName,
  served,
} from '@kingcar/contract'
import { publishGrant } from '@kingcar/testing/admin-grant'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Edge, failureOf, startEdge } from './edge.ts'

const services = ['catalog', 'member', 'orders', 'recognition'] as const
type Responds = (input: { storeIds?: string[]; storeId?: string }, caller: Caller) => Promise<AttentionPart>
let edge: Edge
/** How each service responds. */
const responses = new Map<ServiceName, Responds>()

const hour = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const open = randomUUID()
const justOpened = randomUUID()
const closed = randomUUID()
const stores = [
  { id: open, name: '강남점', openSince: ago(2 * hour) },
  { id: justOpened, name: '홍대점', openSince: ago(hour / 2) },
  { id: closed, name: '판교점', openSince: null },
]
const item = (
  kind: AttentionPartItem['kind'],
  storeId: string | null,
  since: string | null,
  more: Partial<AttentionPartItem> = {},
): AttentionPartItem =>
  Object.assign(
    { kind, storeId, since, count: 1, examples: [{ id: randomUUID(), name: `${kind} ${since}`, storeId, since }] },
    more,
  )
const responds =
  (...items: AttentionPartItem[]): Responds =>
  async () => ({ items })

beforeAll(async () => {
  edge = await startEdge()
  for (const service of services)
    await edge.services.serve({ getAttention: served[service].getAttention }, null, {
      getAttention: (_ctx, input, caller) => (responses.get(service) ?? responds())(input, caller),
    })
  return () => edge[Symbol.asyncDispose]()
})
beforeEach(() => {
  responses.clear()
  responses.set('catalog', async () => ({ items: [], stores }))
})

async function attention(query = ''): Promise<Attention> {
  const response = await edge.get(`/admin/api/attention${query}`, { authorization: `Bearer ${edge.token()}` })
  expect(response.status).toBe(200)
  return ((await response.json()) as { result: Attention }).result
}

test('the parts of all services, the most urgent first, with the names of stores and the oldest examples', async () => {
  const [first, second] = [ago(5 * hour), ago(4 * hour)]
  responses.set('recognition', responds(item('deadLetters', null, second), item('doubtfulReads', null, first)))
  responses.set('member', responds(item('offlineScreens', justOpened, second), item('offlineScreens', open, first)))
  responses.set(
    'orders',
    responds(item('failedRenewals', null, null, { count: 999 }), item('owedReturns', null, first)),
  )
  const { items, unavailable, asOf } = await attention()
  expect(unavailable).toEqual([])
  expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(60_000)
  expect(items.map(({ kind, count, since }) => ({ kind, count, since }))).toEqual([
    { kind: 'failedRenewals', count: 999, since: null },
    { kind: 'owedReturns', count: 1, since: first },
    { kind: 'offlineScreens', count: 2, since: first },
    { kind: 'doubtfulReads', count: 1, since: first },
    { kind: 'deadLetters', count: 1, since: second },
  ])
  expect(items[2]?.examples.map(({ storeName, since }) => ({ storeName, since }))).toEqual([
    { storeName: '강남점', since: first },
    { storeName: '홍대점', since: second },
  ])
})

test('with a store, each service is asked as by an administrator of that store alone', async () => {
  const asked: unknown[] = []
  for (const service of services)
    responses.set(service, async (_input, { actor }) => {
      asked.push(actor && 'storeIds' in actor && actor.storeIds)
      return { items: [] }
    })
  await attention(`?storeId=${open}`)
  await attention()
  expect(asked).toEqual([...services.map(() => [open]), ...services.map(() => null)])
})

test('devices and screens count only at stores that are open, and silence after an hour of opening', async () => {
  const silent = { examples: [] }
  responses.set('member', responds(item('offlineScreens', closed, ago(hour))))
  responses.set(
    'recognition',
    responds(
      item('offlineDevices', open, ago(hour), { count: 600 }),
      item('offlineDevices', justOpened, ago(hour), { count: 600 }),
      item('offlineDevices', closed, ago(hour)),
      item('offlineDevices', randomUUID(), ago(hour)),
      ...stores.map(({ id }) => item('silentStores', id, ago(3 * hour), silent)),
    ),
  )
  const { items } = await attention()
  expect(items.map(({ kind, count }) => ({ kind, count }))).toEqual([
    { kind: 'offlineDevices', count: 1_000 },
    { kind: 'silentStores', count: 1 },
  ])
  expect(items[1]).toMatchObject({ since: stores[0]?.openSince, examples: [{ id: open, name: '강남점' }] })

  for (const [lastVisit, kinds] of [
    [ago(hour), []],
    [null, ['silentStores']],
  ] as const) {
    responses.set('recognition', responds(item('silentStores', open, lastVisit, silent)))
    expect((await attention()).items.map(({ kind }) => kind)).toEqual(kinds)
  }
})

test('a service that does not respond in time, or fails, is named; the others are returned', async () => {
  const { promise, resolve } = Promise.withResolvers<AttentionPart>()
  onTestFinished(() => resolve({ items: [] }))
  responses.set('orders', () => promise)
  responses.set('recognition', () => Promise.reject(new Error('broken')))
  responses.set('member', responds(item('offlineScreens', open, ago(hour))))
  const started = performance.now()
  const { items, unavailable } = await attention()
  expect(performance.now() - started).toBeLessThan(10_000)
  expect({ unavailable, kinds: items.map(({ kind }) => kind) }).toEqual({
    unavailable: ['orders', 'recognition'],
    kinds: ['offlineScreens'],
  })
})

test('without the catalog it is unknown which stores are open', async () => {
  responses.set('catalog', () => Promise.reject(new AppError('UNAVAILABLE')))
  responses.set('recognition', responds(item('offlineDevices', open, null), item('deadLetters', open, ago(hour))))
  const { items, unavailable } = await attention()
  expect({ unavailable, items }).toMatchObject({
    unavailable: ['catalog'],
    items: [{ kind: 'deadLetters', examples: [{ storeName: null }] }],
  })
})

test('for administrators only, those of certain stores for these', async () => {
  expect(await failureOf(await edge.get('/admin/api/attention'))).toMatchObject({ status: 401 })
  const member = { authorization: `Bearer ${edge.token({ role: 'member' })}` }
  expect(await failureOf(await edge.get('/admin/api/attention', member))).toMatchObject({ status: 403 })
  await publishGrant(edge.services, { adminId: open, adminRole: 'staff', storeIds: [open] })
  const staff = { authorization: `Bearer ${edge.token({ sub: open })}` }
  expect((await edge.get('/admin/api/attention', staff)).status).toBe(200)
  const elsewhere = await edge.get(`/admin/api/attention?storeId=${closed}`, staff)
  expect(await failureOf(elsewhere)).toMatchObject({ status: 403 })
  const admin = { authorization: `Bearer ${edge.token()}` }
  expect(await failureOf(await edge.get('/admin/api/attention?storeId=1', admin))).toMatchObject({ status: 400 })
})

test('the catalog is asked for the stores that the parts name, in calls whose replies fit', async () => {
  const many = Array.from({ length: 4_500 }, () => randomUUID())
  const since = ago(hour)
  responses.set(
    'recognition',
    responds(...many.slice(0, 2_000).map((id) => item('offlineDevices', id, since, { examples: [] }))),
  )
  responses.set(
    'member',
    responds(...many.slice(1_000).map((id) => item('offlineScreens', id, since, { examples: [] }))),
  )
  const asked: number[] = []
  responses.set('catalog', async ({ storeIds = [] }) => {
    asked.push(storeIds.length)
    return { items: [], stores: storeIds.map((id) => ({ id, name: '매장', openSince: ago(2 * hour) })) }
  })
  const { items, unavailable } = await attention()
  expect([asked.toSorted((one, other) => one - other), unavailable]).toEqual([[500, 2_000, 2_000], []])
  expect(items.map(({ count }) => count)).toEqual([1_000, 1_000])
})

test('a catalog of the version before, which knows no input, is asked for all stores', async () => {
  responses.set('recognition', responds(item('offlineDevices', open, ago(hour))))
  responses.set('catalog', async (input) => {
    if ('storeIds' in input) throw new AppError('VALIDATION_FAILED')
    return { items: [], stores }
  })
  const { items, unavailable } = await attention()
  expect({ items, unavailable }).toMatchObject({ items: [{ kind: 'offlineDevices', count: 1 }], unavailable: [] })
})
