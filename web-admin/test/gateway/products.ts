import type { IncomingMessage } from 'node:http'
import type { PriceChange, Product } from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'
import { idIn, searchOf } from './paging.ts'

const at = '2026-11-01T00:00:00.000Z'
const idOf = (n: number) => `019aa000-0010-7000-8000-${String(n).padStart(12, '0')}`

export const productOf = (n: number, fields: Partial<Product>): Product => ({
  ...{ id: idOf(n), name: `${n}번 상품`, description: '', type: 'onetime', price: 12_000, billingMonths: null },
  ...{ useLimit: 1, carLimit: null, usesPerDay: null, usesPerStay: 1 },
  ...{ validityDays: null, firstPeriodPrice: null, trialDays: 0, commitmentPeriods: 0, pauseDaysPerYear: 0 },
  ...{ storeIds: [], imageId: null, onSale: true, displayOrder: n, createdAt: at, updatedAt: at },
  ...fields,
})

/** Calls of products, on a list that the test changes. */
export function withProducts(gateway: FakeGateway) {
  const state = {
    products: [
      productOf(1, { name: '정기 세차권', type: 'subscribe', price: 35_000, billingMonths: 1, useLimit: 4 }),
      productOf(2, { name: '손세차' }),
      productOf(3, { name: '무료 점검', price: 0, useLimit: null }),
    ],
    /** Incremented with each change of a product: the ETag of the list and of each product. */
    version: 1,
    /** Received changes, reorderings and creations. */
    writes: [] as unknown[],
    removed: [] as string[],
    /** Subscriptions that renew, by product. */
    renewing: new Map<string, number>(),
    /** Of the first product, the newest first. */
    priceChanges: [] as PriceChange[],
    /** What became of subscriptions at each deletion; null if the request does not say it. */
    decisions: [] as (string | null)[],
  }
  const { answers } = gateway
  const tag = () => `"${state.version}"`
  const isStale = (request: IncomingMessage) => ![undefined, tag()].includes(request.headers['if-match'])
  const stale = { status: 412, error: { code: 'CHANGED_SINCE' } }
  const found = (id: string) => state.products.find((product) => product.id === id)
  answers['GET /admin/api/products'] = () => ({ result: state.products, etag: tag() })
  answers['GET /admin/api/products/{id}'] = (_, __, request) => {
    const product = found(idIn(request))
    return product === undefined ? { status: 404 } : { result: product, etag: tag() }
  }
  answers['PATCH /admin/api/products'] = (body, _, request) => {
    state.writes.push(body)
    if (isStale(request)) return stale
    const { products } = body as { products: { id: string; displayOrder: number }[] }
    state.products = products.flatMap(({ id }) => found(id) ?? [])
    state.version += 1
    return { result: state.products, etag: tag() }
  }
  answers['PATCH /admin/api/products/{id}'] = (body, _, request) => {
    state.writes.push(body)
    if (isStale(request)) return stale
    state.products = state.products.map((product) =>
      product.id === idIn(request) ? Object.assign({}, product, body) : product,
    )
    state.version += 1
    return { result: found(idIn(request)), etag: tag() }
  }
  answers['POST /admin/api/products'] = (body) => {
    state.writes.push(body)
    const made = Object.assign(productOf(9, {}), body)
    state.products = [...state.products, made]
    return { result: made }
  }
  answers['GET /admin/api/products/{id}/priceChanges'] = () => ({ result: state.priceChanges })
  answers['POST /admin/api/products/{id}/priceChanges'] = (body, _, request) => {
    state.writes.push(body)
    const counts = { waiting: 120, open: 40, accepted: 75, declined: 5 }
    const made = { id: idOf(90), productId: idIn(request), announcedAt: at, withdrawnAt: null, withdrawable: true }
    state.priceChanges = [{ ...made, ...counts, ...(body as Pick<PriceChange, 'kind' | 'price' | 'fromDate'>) }]
    return { result: state.priceChanges[0] }
  }
  answers['POST /admin/api/products/{id}/priceChanges/withdraw'] = () => {
    state.priceChanges = state.priceChanges.map((change) => ({ ...change, withdrawnAt: at, withdrawable: false }))
    return { result: state.priceChanges[0] }
  }
  answers['GET /admin/api/products/{id}/subscriptions'] = (_, __, request) => ({
    result: { renewing: state.renewing.get(idIn(request)) ?? 0 },
  })
  answers['DELETE /admin/api/products/{id}'] = (_, __, request) => {
    const decision = searchOf(request).get('subscriptions')
    state.decisions.push(decision)
    if (decision === null && state.renewing.has(idIn(request))) {
      return { status: 409, error: { code: 'LIVE_SUBSCRIPTIONS' } }
    }
    state.removed.push(idIn(request))
    state.products = state.products.filter(({ id }) => id !== idIn(request))
    return { result: null }
  }
  return state
}
