import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { cardBody, nextTermsBody, storeBody } from '../../bodies.ts'
import { addOwedReturn } from '../../order-fixtures.ts'
import { connectDevice } from '../../recognizer.ts'
import type { Target } from '../target.ts'
import { callUntilDone, create, type Member, newPlate, upload } from './accounts.ts'
import type { Kind } from './references.ts'

/** What objects are created with: the product, its administrator, and objects that others need. */
export type Maker = {
  target: Target
  admin: string
  storeId: string
  freeProductId: string
  pricedProductId: string
  brandId: string
  agreeable: string
}

type Id = { id: string }
type Make = (maker: Maker) => Promise<string>
type MakeFor = (maker: Maker, member: Member) => Promise<string>

const byAdmin =
  (path: string, body: (maker: Maker) => object | Promise<object>): Make =>
  async (maker) =>
    create(maker.target.http, maker.admin, path, await body(maker))

/** Creates objects of administrators. */
export const shared: Partial<Record<Kind, Make>> = {
  store: byAdmin('/admin/api/stores', () => storeBody),
  product: byAdmin('/admin/api/products', () => ({ name: '손세차', type: 'onetime', price: 1_000, onSale: true })),
  notice: byAdmin('/admin/api/notices', () => ({ title: '공지', content: '글' })),
  terms: byAdmin('/admin/api/terms', () => nextTermsBody),
  device: byAdmin('/admin/api/devices', ({ storeId }) => ({ storeId, name: '인식기' })),
  visit: byAdmin('/admin/api/visits', ({ storeId }) => ({ storeId, carNumber: newPlate(), reason: '수기' })),
  image: ({ target, admin }) => upload(target.http, admin),
  banner: byAdmin('/admin/api/banners', async ({ target, admin }) => {
    return { title: '배너', imageId: await upload(target.http, admin) }
  }),
  async screen({ target, admin, storeId }) {
    const body = { storeId, name: '대기실' }
    return (await callUntilDone<{ screenId: string }>(target.http, admin, 'POST', '/admin/api/screens/session', body))
      .screenId
  },
  deadLetter: makeDeadLetter,
  read: makeReadToReview,
  rehearsal: makeRehearsal,
  invitation: byAdmin('/admin/api/invitations', () => ({ role: 'staff', storeIds: null })),
  apiKey: byAdmin('/admin/api/apiKeys', () => ({
    name: '정산 프로그램',
    permissions: ['visits.read'],
    storeIds: null,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })),
  listedPlate: byAdmin('/admin/api/listedPlates', () => ({ carNumber: newPlate(), kind: 'vip', reason: '귀빈' })),
  alertRule: byAdmin('/admin/api/alertRules', () => ({
    ...{ kind: 'deadLetters', threshold: 100, storeIds: null, channels: ['bell'], roles: ['owner'] },
    adminIds: [randomUUID()], // two equal rules are refused
    ...{ quietFrom: null, quietTo: null, enabled: true },
  })),
  coupon: byAdmin('/admin/api/coupons', () => ({ name: '할인', discountWon: 1_000 })),
  webhookEndpoint: byAdmin('/admin/api/webhookEndpoints', () => ({
    name: '포스 연동',
    url: 'https://pos.example.com/kingcar',
    eventTypes: ['visit.created'],
  })),
  settlement: byAdmin('/admin/api/settlements', () => ({
    fileName: '정산.csv',
    csv: `거래일,고객사 결제번호,포트원 결제번호,거래금액,PG수수료,PG수수료 부가세,정산금액\n2026-01-05,kc_1,imp_${randomUUID()},1000,30,3,967`,
  })),
  adminSession: findOtherSession,
  owedReturn: makeOwedReturn,
}

/** Another session of the administrator: that of the requests goes on. */
async function findOtherSession({ target, admin }: Maker): Promise<string> {
  type Sessions = (Id & { current: boolean })[]
  const sessions = await callUntilDone<Sessions>(target.http, admin, 'GET', '/admin/api/me/sessions')
  return sessions.find(({ current }) => !current)?.id ?? randomUUID()
}

/** A device message that is not a valid read. */
async function makeDeadLetter(maker: Maker): Promise<string> {
  const id = await sendFromNewDevice(maker, randomUUID())
  type Letters = { content: (Id & { deviceId?: string | null })[] }
  const path = '/admin/api/recognition/deadLetters?size=100'
  return pollFor(async () => {
    const letters = await callUntilDone<Letters>(maker.target.http, maker.admin, 'GET', path)
    return letters.content.find(({ deviceId }) => deviceId === id)?.id
  }, 'a dead letter')
}

/** A read below the minimum confidence. */
async function makeReadToReview(maker: Maker): Promise<string> {
  const recognizedAt = new Date().toISOString()
  const read = { readId: randomUUID(), carNumber: newPlate(), confidence: 0.1, recognizedAt }
  const path = `/admin/api/recognition/reads?deviceId=${await sendFromNewDevice(maker, JSON.stringify(read))}`
  return pollFor(async () => {
    const reads = await callUntilDone<{ content: { readId: string }[] }>(maker.target.http, maker.admin, 'GET', path)
    return reads.content[0]?.readId
  }, 'a read to review')
}

/** A rehearsal of an empty period; one runs at a time. */
function makeRehearsal({ target, admin }: Maker): Promise<string> {
  const body = { from: '2026-01-01', to: '2026-01-01', minConfidence: 0.5 }
  const start = () => create(target.http, admin, '/admin/api/recognition/rehearsals', body).catch(() => undefined)
  return pollFor(start, 'a rehearsal')
}

/** Money that is owed to a member: only failures of payments make it, so it is stored directly. */
async function makeOwedReturn({ target }: Maker): Promise<string> {
  const sql = postgres(target.databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    return await addOwedReturn(sql)
  } finally {
    await sql.end()
  }
}

/** Sends a message as a read of a new device; returns the id of the device. */
async function sendFromNewDevice({ target, admin, storeId }: Maker, message: string): Promise<string> {
  const device = { storeId, name: '고장' }
  const made = await callUntilDone<Id & { secret: string }>(target.http, admin, 'POST', '/admin/api/devices', device)
  const connection = await connectDevice(target.nats, made) // some processes may not have received the device yet
  await connection.request(`recognition.read.${storeId}.${made.id}`, message, { timeout: 5_000 })
  await connection.close()
  return made.id
}

/** Creates objects of one member. */
export const owned: Partial<Record<Kind, MakeFor>> = {
  car: async ({ target, brandId }, { accessToken, name }) => {
    const body = { carNumber: newPlate(), carBrandId: brandId, model: '그랜저', nickname: name }
    return create(target.http, accessToken, '/api/cars', body)
  },
  card: ({ target }, { accessToken, name }) =>
    create(target.http, accessToken, '/api/cards', { ...cardBody, alias: name }),
  order: ({ target, pricedProductId: productId }, { accessToken }) =>
    create(target.http, accessToken, '/api/orders', { productId }),
  image: ({ target }, { accessToken }) => upload(target.http, accessToken),
  userProduct: grantFreeProduct,
  useLog: makeUse,
  async agreement({ target, agreeable }, { accessToken }) {
    await pollFor(
      () =>
        callUntilDone(target.http, accessToken, 'POST', '/api/me/agreements', { agreedTermsIds: [agreeable] }).then(
          () => true,
          () => undefined,
        ),
      'an agreement',
    )
    return agreeable
  },
}

function grantFreeProduct({ target, admin, freeProductId }: Maker, { id }: Member): Promise<string> {
  const body = { memberId: id, productId: freeProductId, reason: '선물' }
  return create(target.http, admin, '/admin/api/userProducts', body)
}

/** A use, created by a visit of a member who has a product. */
async function makeUse(maker: Maker, member: Member): Promise<string> {
  const { target, admin, storeId, brandId } = maker
  await grantFreeProduct(maker, member)
  const carNumber = newPlate()
  const own = { carNumber, carBrandId: brandId, model: '모닝' }
  const carId = await create(target.http, member.accessToken, '/api/cars', own)
  type Uses = { content: (Id & { carNumber: string })[] }
  const used = async () => {
    await callUntilDone(target.http, admin, 'POST', '/admin/api/visits', { storeId, carNumber, reason: '수기' })
    await wait(150)
    const uses = await callUntilDone<Uses>(target.http, member.accessToken, 'GET', '/api/me/products/useLogs?size=100')
    return uses.content.find((use) => use.carNumber === carNumber)?.id
  }
  const id = await pollFor(used, 'a use')
  await callUntilDone(target.http, member.accessToken, 'DELETE', `/api/cars/${carId}`)
  return id
}

/** Polls for an asynchronous result. */
async function pollFor<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  for (const until = Date.now() + 15_000; Date.now() < until; await wait(50)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`timed out waiting for ${what}`)
}
