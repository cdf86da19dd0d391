import type { FoundAddress, Store } from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'
import { idIn, pageOf, searchOf } from './paging.ts'

const at = '2026-11-01T00:00:00.000Z'

const storeOf = (id: string, name: string): Store => ({
  ...{ id, name, address: '서울 강남구 테헤란로 152', addressDetail: null, phone: '02-1234-5678' },
  ...{ latitude: 37.4979, longitude: 127.0276, closedDates: ['2026-12-25'], imageIds: [], visible: true, open: true },
  businessHours: [
    { day: 1, open: '09:00', close: '18:00' },
    { day: 6, open: '20:00', close: '02:00' },
  ],
  ...{ createdAt: at, updatedAt: at },
})

/** Calls of stores, on a list that the test changes; initially the stores that the other areas use. */
export function withStores(gateway: FakeGateway, known: readonly { id: string; name: string }[]) {
  const state = {
    stores: known.map(({ id, name }) => storeOf(id, name)),
    /** Incremented with each change of a store: the ETag of each. */
    version: 1,
    /** Received changes and creations. */
    writes: [] as unknown[],
    /** Queries of the received deletions, all of which are refused. */
    deletions: [] as string[],
    /** What the register of addresses finds; undefined if none is configured, null while it is unavailable. */
    addresses: undefined as FoundAddress[] | null | undefined,
    /** Received keywords. */
    keywords: [] as (string | null)[],
  }
  const { answers } = gateway
  const tag = () => `"${state.version}"`
  const found = (id: string) => state.stores.find((store) => store.id === id)
  answers['GET /admin/api/addresses'] = (_, __, request) => {
    state.keywords.push(searchOf(request).get('keyword'))
    if (state.addresses === undefined) return { status: 409, error: { code: 'ADDRESS_SEARCH_OFF' } }
    if (state.addresses === null) return { status: 503, error: { code: 'UNAVAILABLE' } }
    return { result: state.addresses }
  }
  answers['GET /admin/api/stores'] = (_, __, request) => pageOf(state.stores, request)
  answers['GET /admin/api/stores/{id}'] = (_, __, request) => {
    const store = found(idIn(request))
    return store === undefined ? { status: 404 } : { result: store, etag: tag() }
  }
  answers['PATCH /admin/api/stores/{id}'] = (body, _, request) => {
    state.writes.push(body)
    if (![undefined, tag()].includes(request.headers['if-match'])) {
      return { status: 412, error: { code: 'CHANGED_SINCE' } }
    }
    state.stores = state.stores.map((store) => (store.id === idIn(request) ? Object.assign({}, store, body) : store))
    state.version += 1
    return { result: found(idIn(request)), etag: tag() }
  }
  answers['POST /admin/api/stores'] = (body) => {
    state.writes.push(body)
    const made = Object.assign(storeOf('019aa000-0009-7000-8000-000000000009', ''), body)
    state.stores = [...state.stores, made]
    return { result: made }
  }
  answers['DELETE /admin/api/stores/{id}'] = (_, __, request) => {
    state.deletions.push(String(searchOf(request)))
    return { status: 409, error: { code: 'IN_USE', message: '상품에 쓰이는 매장은 삭제할 수 없어요.' } }
  }
  return state
}
