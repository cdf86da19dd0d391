import type { AppSetting, DeadLetter, Device } from '@kingcar/contract'
import type { FakeGateway } from './fake-gateway.ts'
import { withAdmins } from './gateway/admins.ts'
import { withAlerts } from './gateway/alerts.ts'
import { withBanners } from './gateway/banners.ts'
import { withContents } from './gateway/contents.ts'
import { withCounter } from './gateway/counter.ts'
import { withCoupons } from './gateway/coupons.ts'
import { withGates } from './gateway/gates.ts'
import { withMembers } from './gateway/members.ts'
import { withMessages } from './gateway/messages.ts'
import { withOrders } from './gateway/orders.ts'
import { idIn, ofStore, pageOf } from './gateway/paging.ts'
import { withProducts } from './gateway/products.ts'
import { withReads } from './gateway/reads.ts'
import { withScreens } from './gateway/screens.ts'
import { withStatistics } from './gateway/statistics.ts'
import { withStores } from './gateway/stores.ts'
import { withVisits } from './gateway/visits.ts'

const pad = (n: number) => String(n).padStart(12, '0')
const idOf = (kind: number, n: number) => `019aa000-000${kind}-7000-8000-${pad(n)}`
export const stores = ['강남점', '분당점'].map((name, index) => ({ id: idOf(1, index + 1), name }))
const [gangnam] = stores

/** Milliseconds by the number of a device. */
const skews: Record<number, number> = { 2: 4_200, 3: -70 * 60_000 }

export const deviceOf = (n: number, fields: Partial<Device> = {}): Device => ({
  ...{ id: idOf(3, n), storeId: String(gangnam?.id), name: `${n}번 출입구`, online: n !== 2, readsToday: 1_204 * n },
  ...{ laneName: null, role: 'both', minimumConfidence: null, revisitSeconds: null },
  ...{ timeSource: 'device', arrivalAngle: null, gateOutput: false, gateShowsMember: false },
  ...{ lastSeenAt: n === 3 ? null : new Date(Date.now() - n * 9_000).toISOString(), clockSkewMs: skews[n] ?? 12 },
  ...{ queueDepth: n === 2 ? 12 : 0, cameraOk: n !== 4, firmware: '2.4.1' },
  ...{ refusedToday: n === 2 ? 3 : 0, lastError: n === 2 ? 'field:recognizedAt' : null },
  lastErrorAt: n === 2 ? new Date(Date.now() - 120_000).toISOString() : null,
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

/** Adds the calls of the management pages to a fake gateway, on lists that the test changes. */
export function withManagement(gateway: FakeGateway) {
  const state = {
    devices: [deviceOf(1), deviceOf(2), deviceOf(3)],
    letters: [letterOf(1), letterOf(2, { reason: 'notJson', payload: 'nonsense', storeId: null, deviceId: null })],
    settings: [
      setting('recognition.minimumConfidence', 0.8),
      setting('recognition.guestName', '손님', '2026-11-21T05:02:00.000Z'),
      setting('app.theme', { color: 'blue' }, '2026-11-20T05:02:00.000Z'),
    ],
    secret: 'Jq3dXv-9bTzL2m_Wc7RkY0hNf5sAeUo1PiG4xBtDw8M',
    /** Idempotency keys of created devices. */
    keys: [] as (string | string[] | undefined)[],
  }
  const { answers } = gateway
  answers['GET /admin/api/devices'] = (_, __, request) => pageOf(ofStore(state.devices, request), request)
  answers['GET /admin/api/recognition/deadLetters'] = (_, __, request) => pageOf(state.letters, request)
  answers['GET /admin/api/appSettings'] = () => ({ result: state.settings })
  answers['POST /admin/api/devices'] = (body, _, request) => {
    state.keys.push(request.headers['idempotency-key'])
    const { storeId, name } = body as { storeId: string; name: string }
    const device = deviceOf(9, { storeId, name, lastSeenAt: null, online: false, readsToday: 0 })
    state.devices = [...state.devices, device]
    return { result: { id: device.id, storeId, name, secret: state.secret } }
  }
  answers['PATCH /admin/api/devices/{id}'] = (body, _, request) => {
    const found = state.devices.find(({ id }) => id === idIn(request))
    if (!found) return { status: 404, error: { code: 'DEVICE_NOT_FOUND' } }
    const changed = { ...found, ...(body as Partial<Device>) }
    state.devices = state.devices.map((device) => (device === found ? changed : device))
    const { storeId, name, laneName, role, minimumConfidence, revisitSeconds, timeSource } = changed
    const { arrivalAngle, gateOutput, gateShowsMember } = changed
    const settings = { role, minimumConfidence, revisitSeconds, timeSource, arrivalAngle, gateOutput, gateShowsMember }
    return { result: { id: found.id, storeId, name, laneName, ...settings } }
  }
  answers['PUT /admin/api/appSettings'] = (body) => {
    const { key, value } = body as AppSetting
    const saved = setting(key, value, new Date().toISOString())
    state.settings = [...state.settings.filter((each) => each.key !== key), saved]
    return { result: saved }
  }
  const visit = withVisits(gateway)
  const store = withStores(gateway, stores)
  return Object.assign(state, {
    visit,
    store,
    statistics: withStatistics(
      gateway,
      () => store.stores,
      (hour) => visit.visitsAt(hour),
    ),
    read: withReads(gateway),
    banner: withBanners(gateway),
    member: withMembers(gateway),
    product: withProducts(gateway),
    admin: withAdmins(gateway),
    alert: withAlerts(gateway, stores),
    screen: withScreens(gateway, stores),
    gate: withGates(gateway, stores),
    order: withOrders(gateway),
    coupon: withCoupons(gateway),
    counter: withCounter(gateway),
    content: withContents(gateway),
    message: withMessages(gateway),
  })
}
