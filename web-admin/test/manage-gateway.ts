import type { IncomingMessage } from 'node:http'
import type { AppSetting, DeadLetter, Device, Visit } from '@kingcar/contract'
import { type FakeGateway, liveEvent } from './fake-gateway.ts'
import { withBanners } from './gateway/banners.ts'
import { withMembers } from './gateway/members.ts'
import { pageOf, searchOf } from './gateway/paging.ts'
import { withProducts } from './gateway/products.ts'
import { withStores } from './gateway/stores.ts'

const pad = (n: number) => String(n).padStart(12, '0')
const idOf = (kind: number, n: number) => `019aa000-000${kind}-7000-8000-${pad(n)}`
export const stores = ['강남점', '분당점'].map((name, index) => ({ id: idOf(1, index + 1), name }))
const [gangnam] = stores

const names = ['홍길동', '방문객', '김서연', '이도윤', '방문객', '박하준', '최지우', '서울바다자동차서비스']
const plates = ['123가4568', '12나3456', '397다1215', '서울12바3456', '367어1248', '외교005003', '임1234', 'ABC-1234']

/** The visit before now by so many minutes. */
export function visitOf(n: number, fields: Partial<Visit> = {}): Visit {
  const at = new Date(Date.now() - n * 1_000).toISOString()
  const guest = names[n % 8] === '방문객'
  return {
    ...{ id: idOf(2, n), storeId: String(gangnam?.id), storeName: '강남점', deviceId: idOf(3, 1) },
    ...{ carNumber: plates[n % 8] ?? '', memberId: guest ? null : idOf(5, n), name: names[n % 8] ?? '' },
    ...{ visitCount: guest ? 1 : 12 + n, recognizedAt: at, latestReadAt: at, receivedAt: at, reads: 1 + (n % 4) },
    ...{ late: n === 3, mergedInto: null },
    productUsed: n % 3 === 0 ? { productName: '정기 세차권', remainingUses: n % 2 ? 3 : null } : null,
    ...fields,
  }
}

/** What the live socket tells of a visit. */
export const eventOf = ({ id, mergedInto, ...visit }: Visit, fields: object = {}) => {
  const { name, carNumber, visitCount, storeId, storeName, recognizedAt, late, reads, productUsed } = visit
  const same = { name, carNumber, visitCount, storeId, storeName, recognizedAt, late, reads, productUsed }
  return liveEvent({ ...same, visitId: id, ...(mergedInto !== null && { mergedInto }), ...fields })
}

export const deviceOf = (n: number, fields: Partial<Device> = {}): Device => ({
  ...{ id: idOf(3, n), storeId: String(gangnam?.id), name: `${n}번 출입구`, online: n !== 2, readsToday: 1_204 * n },
  ...{ lastSeenAt: n === 3 ? null : new Date(Date.now() - n * 9_000).toISOString(), clockSkewMs: n === 2 ? 4_200 : 12 },
  lastError: n === 2 ? 'field:recognizedAt' : null,
  ...fields,
})

export const letterOf = (n: number, fields: Partial<DeadLetter> = {}): DeadLetter => ({
  ...{ id: idOf(4, n), receivedAt: new Date(Date.now() - n * 60_000).toISOString() },
  ...{ storeId: String(gangnam?.id), deviceId: idOf(3, 1), subject: `recognition.read.${gangnam?.id}.${idOf(3, 1)}` },
  ...{ reason: 'field:confidence', payload: `{"carNumber":"12가3456","note":"<img src=x onerror=alert(${n})>"}` },
  ...fields,
})

const setting = (key: string, value: unknown, updatedAt: string | null = null): AppSetting => ({
  ...{ key, value, description: null, updatedAt },
  updatedBy: updatedAt === null ? null : '김매니저',
})

/** Teaches a fake gateway the calls of the management screens, over lists that a test changes. */
export function withManagement(gateway: FakeGateway) {
  const state = {
    visits: Array.from({ length: 43 }, (_, n) => visitOf(n + 1)),
    devices: [deviceOf(1), deviceOf(2), deviceOf(3)],
    letters: [letterOf(1), letterOf(2, { reason: 'notJson', payload: 'nonsense', storeId: null, deviceId: null })],
    settings: [
      setting('recognition.minimumConfidence', 0.8),
      setting('recognition.guestName', '손님', '2026-11-21T05:02:00.000Z'),
      setting('app.theme', { color: 'blue' }, '2026-11-20T05:02:00.000Z'),
    ],
    secret: 'Jq3dXv-9bTzL2m_Wc7RkY0hNf5sAeUo1PiG4xBtDw8M',
    /** The keys by which devices were created. */
    keys: [] as (string | string[] | undefined)[],
    /** Queries of the lists of visits that were asked. */
    queries: [] as string[],
  }
  const shown = (request: IncomingMessage) => {
    const storeId = searchOf(request).get('storeId')
    return state.visits.filter((visit) => visit.mergedInto === null && (storeId ?? visit.storeId) === visit.storeId)
  }
  const { answers } = gateway
  answers['GET /admin/api/devices'] = (_, __, request) => pageOf(state.devices, request)
  answers['GET /admin/api/recognition/deadLetters'] = (_, __, request) => pageOf(state.letters, request)
  answers['GET /admin/api/appSettings'] = () => ({ result: state.settings })
  answers['GET /admin/api/visits'] = (_, __, request) => {
    state.queries.push(searchOf(request).toString())
    return pageOf(shown(request), request)
  }
  answers['GET /admin/api/visits/stats'] = (_, __, request) => {
    const members = shown(request).filter(({ memberId }) => memberId !== null).length
    const visits = shown(request).length
    return { result: [{ period: '2026-11-21', visits, members, guests: visits - members, returning: 31 }] }
  }
  answers['POST /admin/api/devices'] = (body, _, request) => {
    state.keys.push(request.headers['idempotency-key'])
    const { storeId, name } = body as { storeId: string; name: string }
    const device = deviceOf(9, { storeId, name, lastSeenAt: null, online: false, readsToday: 0 })
    state.devices = [...state.devices, device]
    return { result: { id: device.id, storeId, name, secret: state.secret } }
  }
  answers['PUT /admin/api/appSettings'] = (body) => {
    const { key, value } = body as AppSetting
    const saved = setting(key, value, new Date().toISOString())
    state.settings = [...state.settings.filter((each) => each.key !== key), saved]
    return { result: saved }
  }
  return Object.assign(state, {
    banner: withBanners(gateway),
    member: withMembers(gateway),
    store: withStores(gateway, stores),
    product: withProducts(gateway),
  })
}
