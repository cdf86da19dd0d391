import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'nats'
import type { Target } from '../target.ts'
import { callUntilDone, type Member, newPlate, upload } from './accounts.ts'
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
  (path: string, body: (maker: Maker) => object): Make =>
  async (maker) =>
    (await callUntilDone<Id>(maker.target.http, maker.admin, 'POST', path, body(maker))).id

const far = () => '2999-01-01T00:00:00.000Z'
const place = {
  name: '매장',
  address: '서울',
  latitude: 37.5,
  longitude: 127,
  phone: '02-1234-5678',
  businessHours: [],
}

/** Creates objects of administrators. */
export const shared: Partial<Record<Kind, Make>> = {
  store: byAdmin('/admin/api/stores', () => place),
  product: byAdmin('/admin/api/products', () => ({ name: '손세차', type: 'onetime', price: 1_000, onSale: true })),
  notice: byAdmin('/admin/api/notices', () => ({ title: '공지', content: '글' })),
  terms: byAdmin('/admin/api/terms', () => ({
    ...{ type: 'MARKETING', title: '약관', content: '글' },
    required: false,
    effectiveAt: far(),
  })),
  device: byAdmin('/admin/api/devices', ({ storeId }) => ({ storeId, name: '인식기' })),
  visit: byAdmin('/admin/api/visits', ({ storeId }) => ({ storeId, carNumber: newPlate(), reason: '수기' })),
  image: ({ target, admin }) => upload(target.http, admin),
  async banner(maker) {
    const imageId = await upload(maker.target.http, maker.admin)
    return (
      await callUntilDone<Id>(maker.target.http, maker.admin, 'POST', '/admin/api/banners', { title: '배너', imageId })
    ).id
  },
  async screen({ target, admin, storeId }) {
    const body = { storeId, name: '대기실' }
    return (await callUntilDone<{ screenId: string }>(target.http, admin, 'POST', '/admin/api/screens/session', body))
      .screenId
  },
  deadLetter: makeDeadLetter,
}

/** A device message that is not a valid read. */
async function makeDeadLetter({ target, admin, storeId }: Maker): Promise<string> {
  const { id, secret } = await callUntilDone<Id & { secret: string }>(
    target.http,
    admin,
    'POST',
    '/admin/api/devices',
    {
      storeId,
      name: '고장',
    },
  )
  // some processes may not have received the device yet
  const patient = { waitOnFirstConnect: true, ignoreAuthErrorAbort: true, maxReconnectAttempts: -1 }
  const connection = await connect({ servers: target.nats, user: id, pass: secret, ...patient })
  await connection.request(`recognition.read.${storeId}.${id}`, randomUUID(), { timeout: 5_000 })
  await connection.close()
  type Letters = { content: (Id & { deviceId?: string | null })[] }
  return pollFor(async () => {
    const letters = await callUntilDone<Letters>(
      target.http,
      admin,
      'GET',
      '/admin/api/recognition/deadLetters?size=100',
    )
    return letters.content.find(({ deviceId }) => deviceId === id)?.id
  }, 'a dead letter')
}

/** Creates objects of one member. */
export const owned: Partial<Record<Kind, MakeFor>> = {
  car: async ({ target, brandId }, { accessToken, name }) => {
    const body = { carNumber: newPlate(), carBrandId: brandId, model: '그랜저', nickname: name }
    return (await callUntilDone<Id>(target.http, accessToken, 'POST', '/api/cars', body)).id
  },
  card: async ({ target }, { accessToken, name }) => {
    const data = {
      cardNumber: '4111-1111-1111-1111',
      expiry: '2049-12',
      birth: '900101',
      passwordTwoDigits: '12',
      alias: name,
    }
    return (await callUntilDone<Id>(target.http, accessToken, 'POST', '/api/cards', data)).id
  },
  order: async ({ target, pricedProductId }, { accessToken }) =>
    (await callUntilDone<Id>(target.http, accessToken, 'POST', '/api/orders', { productId: pricedProductId })).id,
  image: ({ target }, { accessToken }) => upload(target.http, accessToken),
  userProduct: async ({ target, admin, freeProductId }, { id }) => {
    const body = { memberId: id, productId: freeProductId, reason: '선물' }
    return (await callUntilDone<Id>(target.http, admin, 'POST', '/admin/api/userProducts', body)).id
  },
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

/** A use, created by a visit of a member who has a product. */
async function makeUse(maker: Maker, member: Member): Promise<string> {
  const { target, admin, storeId, brandId, freeProductId } = maker
  const granted = { memberId: member.id, productId: freeProductId, reason: '선물' }
  await callUntilDone(target.http, admin, 'POST', '/admin/api/userProducts', granted)
  const carNumber = newPlate()
  const car = await callUntilDone<Id>(target.http, member.accessToken, 'POST', '/api/cars', {
    carNumber,
    carBrandId: brandId,
    model: '모닝',
  })
  type Uses = { content: (Id & { carNumber: string })[] }
  const used = async () => {
    await callUntilDone(target.http, admin, 'POST', '/admin/api/visits', { storeId, carNumber, reason: '수기' })
    await wait(150)
    const uses = await callUntilDone<Uses>(target.http, member.accessToken, 'GET', '/api/me/products/useLogs?size=100')
    return uses.content.find((use) => use.carNumber === carNumber)?.id
  }
  const id = await pollFor(used, 'a use')
  await callUntilDone(target.http, member.accessToken, 'DELETE', `/api/cars/${car.id}`)
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
