import { randomUUID } from 'node:crypto'
import {
  type AdminSession,
  auditActionLabel,
  auditEntityLabel,
  auditFieldLabel,
  contract,
  daysAfter,
  type Operation,
  openedMembers,
  type Resource,
  type SecondFactors,
  seoulDate,
} from '@kingcar/contract'
import { createPasskey } from '@kingcar/testing/passkey'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Success, send, signIn } from '../src/http.ts'
import { openLive } from '../src/live-socket.ts'
import { codeFor, newNumber } from '../src/member.ts'
import { openDatabase } from '../src/open-database.ts'
import { type Operation as Documented, readOperations } from '../src/openapi-document.ts'
import { addFreeOrder, addOwedReturn, addSubscription, addUse, addVisitOf, makeUnpaid } from '../src/order-fixtures.ts'
import { addPicture, formOf, picture } from '../src/pictures.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { addReadToReview } from '../src/read-fixtures.ts'
import { readMessage } from '../src/recognizer.ts'
import { addRehearsal } from '../src/rehearsal-fixtures.ts'
import { totpCode } from '../src/totp.ts'
import { sendPicture } from '../src/uploads.ts'

/**
 * Every write of an administrator has an entry in the audit log with its request id, and without secrets; if its result has
 * data of members, also in the access log.
 */
let product: Product
let sql: Sql
let token: string
let documented: Map<string, Documented>
beforeAll(async () => {
  product = await sharedProduct()
  const { http, email, password } = product.ready
  sql = await openDatabase(product)
  token = (await signIn(http, email, password)).accessToken
  documented = new Map((await readOperations(http)).map((call) => [call.id, call]))
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
})

/** Writes of administrators that the contract marks as audited. */
const audited = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .filter(({ audits, http }) => typeof audits === 'string' && http.includes(' /admin/'))
  // Other tests use the demo; deploy/test/demo.long.test.ts removes one. This product has an administrator already.
  .filter(({ name }) => !['removeDemo', 'setUp'].includes(name))

/** Calls with the request id of the tested write. */
type Call = (method: string, path: string, body?: object, own?: { token?: string }) => Promise<{ id: string }>

const secret = 'a long password'
const email = `${randomUUID()}@kingcar.test`
const join = (call: Call) =>
  call('POST', '/admin/api/join', { email, password: secret, name: '새 관리자', joinCode: 'kingcar-join' })
const store = {
  name: '감사점',
  address: '서울 강남구',
  latitude: 37.5,
  longitude: 127,
  phone: '02-123-4567',
  businessHours: [],
  closedDates: [],
  imageIds: [],
  visible: true,
}
const createStore = (call: Call) => call('POST', '/admin/api/stores', store)
const createDevice = (call: Call) =>
  call('POST', '/admin/api/devices', { storeId: product.ready.stores[0]?.id, name: '입구' })
const listPlate = (call: Call) =>
  call('POST', '/admin/api/listedPlates', { carNumber: '12가3456', kind: 'vip', reason: '귀빈' })
const createTerms = (call: Call) =>
  call('POST', '/admin/api/terms', {
    type: 'MARKETING',
    title: '마케팅',
    content: '내용',
    required: false,
    effectiveAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
const createNotice = (call: Call) => call('POST', '/admin/api/notices', { title: '감사', content: '글' })
const createBanner = async (call: Call) =>
  call('POST', '/admin/api/banners', { title: '감사', imageId: await addPicture(sql) })
const createProduct = (call: Call) =>
  call('POST', '/admin/api/products', { name: '손세차', type: 'onetime', price: 35_000 })
const grantUserProduct = async (call: Call, before: Call) => {
  const [member] = await sql<{ id: string }[]>`select id from member.members limit 1`
  const { id: productId } = await createProduct(before)
  return call('POST', '/admin/api/userProducts', { memberId: member?.id, productId, reason: '사과' })
}
const sellProduct = async (call: Call, before: Call) => {
  const [member] = await sql<{ id: string }[]>`select id from member.members limit 1`
  const { id: productId } = await createProduct(before)
  const sale = { memberId: member?.id, productId, storeId: product.ready.stores[0]?.id, method: 'cash', amount: 35_000 }
  return call('POST', '/admin/api/counterSales', sale)
}
const announcePriceChange = async (call: Call, before: Call) => {
  const plan = { name: '월 정기권', type: 'subscribe', price: 30_000 }
  const { id } = await before('POST', '/admin/api/products', plan)
  const fromDate = seoulDate(daysAfter(new Date(), 40))
  await call('POST', `/admin/api/products/${id}/priceChanges`, { kind: 'raise', price: 40_000, fromDate })
  return { id }
}
const importSettlement = (call: Call) =>
  call('POST', '/admin/api/settlements', {
    fileName: '정산.csv',
    csv: `거래일,고객사 결제번호,포트원 결제번호,거래금액,PG수수료,PG수수료 부가세,정산금액\n2026-01-05,kc_1,imp_${randomUUID()},1000,30,3,967`,
  })
const noteVisit = (call: Call) =>
  call('POST', '/admin/api/visits', {
    storeId: product.ready.stores[0]?.id,
    carNumber: '12가3456',
    reason: '손으로',
  })
const createScreen = async (call: Call) =>
  (await call('POST', '/admin/api/screens/session', {
    storeId: product.ready.stores[0]?.id,
    name: '대기실',
  })) as unknown as { screenId: string; accessToken: string }
const putAppSetting = (call: Call) => call('PUT', '/admin/api/appSettings', { key: 'audit.note', value: 1 })

const invite = async (call: Call) =>
  (await call('POST', '/admin/api/invitations', { role: 'accountant', storeIds: null })) as { id: string; link: string }

const createKey = async (call: Call) =>
  (await call('POST', '/admin/api/apiKeys', {
    name: '정산 프로그램',
    permissions: ['visits.read'],
    storeIds: null,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })) as { id: string }

const createRule = async (call: Call) =>
  (await call('POST', '/admin/api/alertRules', {
    ...{ kind: 'deadLetters', threshold: 100, storeIds: null, channels: ['bell'], roles: ['owner'] },
    adminIds: [randomUUID()], // two equal rules are refused
    ...{ quietFrom: null, quietTo: null, enabled: true },
  })) as { id: string }

const createCoupon = async (call: Call) =>
  (await call('POST', '/admin/api/coupons', { name: '첫 달 반값', discountPercent: 50 })) as { id: string }

const createEndpoint = async (call: Call) =>
  (await call('POST', '/admin/api/webhookEndpoints', {
    name: '포스 연동',
    url: 'https://partner.invalid/kingcar',
    eventTypes: ['visit.created'],
  })) as { id: string }

const passwordLink = async (call: Call) => {
  const [admin] = await sql<{ id: string }[]>`select id from member.admins where email = ${email}`
  return (await call('POST', `/admin/api/admins/${admin?.id}/passwordLink`)) as { id: string; link: string }
}

/** A new administrator. @returns the access token */
async function someAdmin(before: Call): Promise<{ id: string; token: string }> {
  const account = { email: `${randomUUID()}@kingcar.test`, password: secret }
  const { id } = (await before('POST', '/admin/api/join', {
    ...account,
    ...{ name: '김이중', joinCode: 'kingcar-join' },
  })) as { id: string }
  const { accessToken } = await signIn(product.ready.http, account.email, secret)
  return { id, token: accessToken }
}

/** Sets an authenticator app up for a new administrator. */
async function switchFactorOn(call: Call, before: Call): Promise<{ id: string; token: string }> {
  const own = await someAdmin(before)
  const body = { currentPassword: secret }
  const begun = (await before('POST', '/admin/api/me/totp', body, own)) as unknown as { secret: string }
  await call('POST', '/admin/api/me/totp/confirm', { code: totpCode(begun.secret) }, own)
  return own
}

/** Adds a passkey to a new administrator. */
async function addPasskey(call: Call, before: Call): Promise<{ token: string }> {
  const own = await someAdmin(before)
  const passkey = createPasskey(product.ready.http.replace('127.0.0.1', 'localhost'))
  const options = await before('POST', '/admin/api/me/passkeys', { currentPassword: secret }, own)
  const made = passkey.create(options as unknown as Parameters<typeof passkey.create>[0])
  await call('POST', '/admin/api/me/passkeys/confirm', { name: '노트북', ...made }, own)
  return own
}

/** Sets the number for alerts of a new administrator. */
async function setAlertPhone(call: Call, before: Call): Promise<{ token: string }> {
  const own = await someAdmin(before)
  const phoneNumber = newNumber()
  const { verificationId } = (await before('POST', '/admin/api/me/alertPhone', { phoneNumber }, own)) as unknown as {
    verificationId: string
  }
  const code = await codeFor(product.ready.http, phoneNumber)
  await call('POST', '/admin/api/me/alertPhone/confirm', { phoneNumber, verificationId, code }, own)
  return own
}

/** The path of a passkey of a new administrator. */
async function addedPasskey(before: Call): Promise<{ path: string; own: { token: string } }> {
  const own = await addPasskey(before, before)
  const factors = '/admin/api/me/secondFactors'
  const { body } = await send<Success<SecondFactors>>(product.ready.http, 'GET', factors, own)
  return { path: `/admin/api/me/passkeys/${body.result.passkeys[0]?.id}`, own }
}

/** Writes for which the documented example is not enough; required objects are created with other request ids. */
const writes: Record<string, (call: Call, before: Call) => Promise<unknown>> = {
  joinAdmin: join,
  updateAdmin: async (call) => {
    const [admin] = await sql<{ id: string }[]>`select id from member.admins where email = ${email}`
    return call('PATCH', `/admin/api/admins/${admin?.id}`, { name: '바뀐 관리자' })
  },
  endAdminSession: async (call) => {
    await signIn(product.ready.http, email, secret)
    const { accessToken } = await signIn(product.ready.http, email, secret)
    const path = '/admin/api/me/sessions'
    const { body } = await send<Success<AdminSession[]>>(product.ready.http, 'GET', path, { token: accessToken })
    const other = body.result.find(({ current }) => !current)
    return call('DELETE', `${path}/${other?.id}`, undefined, { token: accessToken })
  },
  endOtherAdminSessions: async (call) => {
    await signIn(product.ready.http, email, secret)
    const { accessToken } = await signIn(product.ready.http, email, secret)
    return call('DELETE', '/admin/api/me/sessions', undefined, { token: accessToken })
  },
  changeAdminPassword: async (call) => {
    const { accessToken } = await signIn(product.ready.http, email, secret)
    const body = { currentPassword: secret, newPassword: 'another long password' }
    return call('POST', '/admin/api/me/password', body, { token: accessToken })
  },
  confirmTotp: async (call, before) => switchFactorOn(call, before),
  replaceRecoveryCodes: async (call, before) => {
    const { token } = await switchFactorOn(before, before)
    return call('POST', '/admin/api/me/totp/recoveryCodes', { currentPassword: secret }, { token })
  },
  deleteTotp: async (call, before) => {
    const { token } = await switchFactorOn(before, before)
    return call('DELETE', '/admin/api/me/totp', { currentPassword: secret }, { token })
  },
  confirmPasskey: addPasskey,
  confirmAlertPhone: setAlertPhone,
  deleteAlertPhone: async (call, before) =>
    call('DELETE', '/admin/api/me/alertPhone', undefined, await setAlertPhone(before, before)),
  updatePasskey: async (call, before) => {
    const { path, own } = await addedPasskey(before)
    return call('PATCH', path, { name: '새 노트북' }, own)
  },
  deletePasskey: async (call, before) => {
    const { path, own } = await addedPasskey(before)
    return call('DELETE', path, undefined, own)
  },
  resetSecondFactor: async (call, before) =>
    call('DELETE', `/admin/api/admins/${(await switchFactorOn(before, before)).id}/secondFactor`),
  createApiKey: createKey,
  rotateApiKey: async (call, before) => call('POST', `/admin/api/apiKeys/${(await createKey(before)).id}/rotate`, {}),
  deleteApiKey: async (call, before) => call('DELETE', `/admin/api/apiKeys/${(await createKey(before)).id}`),
  createAlertRule: createRule,
  updateAlertRule: async (call, before) =>
    call('PATCH', `/admin/api/alertRules/${(await createRule(before)).id}`, { enabled: false }),
  deleteAlertRule: async (call, before) => call('DELETE', `/admin/api/alertRules/${(await createRule(before)).id}`),
  createCoupon,
  updateCoupon: async (call, before) =>
    call('PATCH', `/admin/api/coupons/${(await createCoupon(before)).id}`, { limitTotal: 10 }),
  endCoupon: async (call, before) => call('POST', `/admin/api/coupons/${(await createCoupon(before)).id}/end`),
  deleteCoupon: async (call, before) => call('DELETE', `/admin/api/coupons/${(await createCoupon(before)).id}`),
  createWebhookEndpoint: createEndpoint,
  updateWebhookEndpoint: async (call, before) =>
    call('PATCH', `/admin/api/webhookEndpoints/${(await createEndpoint(before)).id}`, { enabled: false }),
  rotateWebhookSecret: async (call, before) =>
    call('POST', `/admin/api/webhookEndpoints/${(await createEndpoint(before)).id}/rotate`, {}),
  testWebhookEndpoint: async (call, before) =>
    call('POST', `/admin/api/webhookEndpoints/${(await createEndpoint(before)).id}/test`),
  replayWebhookDeliveries: async (call, before) =>
    call('POST', `/admin/api/webhookEndpoints/${(await createEndpoint(before)).id}/replay`, {
      from: '2026-01-01',
      to: '2026-01-31',
    }),
  deleteWebhookEndpoint: async (call, before) =>
    call('DELETE', `/admin/api/webhookEndpoints/${(await createEndpoint(before)).id}`),
  createInvitation: invite,
  withdrawInvitation: async (call, before) => call('DELETE', `/admin/api/invitations/${(await invite(before)).id}`),
  acceptInvitation: async (call, before) => {
    const { link } = await invite(before)
    const account = { email: `${randomUUID()}@kingcar.test`, name: '박초대', password: secret }
    return call('POST', '/admin/api/invitations/accept', { token: link.split('#')[1], ...account })
  },
  createPasswordLink: passwordLink,
  resetAdminPassword: async (call, before) => {
    const { link } = await passwordLink(before)
    return call('POST', '/admin/api/password/reset', { token: link.split('#')[1], newPassword: 'the longest password' })
  },
  endMemberSessions: async (call) => {
    const [session] = await sql<{ account_id: string }[]>`
      insert into member.sessions (role, account_id, issued_at, rotated_at, expires_at, created_at)
      select 'member', id, now(), now(), now() + interval '1 day', now() from member.members limit 1 returning account_id`
    return call('DELETE', `/admin/api/members/${session?.account_id}/sessions`)
  },
  releasePhone: async (call) => {
    const [member] = await sql<{ id: string }[]>`select id from member.members where phone_number is not null limit 1`
    return call('POST', `/admin/api/members/${member?.id}/releasePhone`, { reason: '새 주인이 쓰고 있어요' })
  },
  createScreenSession: createScreen,
  updateScreen: async (call, before) =>
    call('PATCH', `/admin/api/screens/${(await createScreen(before)).screenId}`, { name: '바뀐 화면' }),
  deleteScreen: async (call, before) => call('DELETE', `/admin/api/screens/${(await createScreen(before)).screenId}`),
  messageScreen: async (call, before) => {
    const { screenId, accessToken } = await createScreen(before)
    using _open = await openLive(product.ready.http, accessToken)
    const isGone = async () => (await sql`select gone from member.screens where id = ${screenId}`)[0]
    await expect.poll(isGone).toEqual({ gone: false }) // its message is only accepted while it exists
    await call('POST', `/admin/api/screens/${screenId}/message`, { text: '곧 문을 닫아요' })
  },
  putAppSetting,
  deleteAppSetting: async (call, before) => {
    await putAppSetting(before)
    return call('DELETE', '/admin/api/appSettings/audit.note')
  },
  createStore,
  updateStore: async (call, before) =>
    call('PATCH', `/admin/api/stores/${(await createStore(before)).id}`, { name: '바뀐점' }),
  deleteStore: async (call, before) => call('DELETE', `/admin/api/stores/${(await createStore(before)).id}`),
  createBanner,
  updateBanners: async (call, before) => {
    const { id } = await createBanner(before)
    return call('PATCH', '/admin/api/banners', { banners: [{ id, title: '바뀐 제목' }] })
  },
  deleteBanner: async (call, before) => call('DELETE', `/admin/api/banners/${(await createBanner(before)).id}`),
  createProduct,
  arrangeProducts: async (call, before) => {
    const { id } = await createProduct(before)
    return call('PATCH', '/admin/api/products', { products: [{ id, displayOrder: 7_000 }] })
  },
  updateProduct: async (call, before) =>
    call('PATCH', `/admin/api/products/${(await createProduct(before)).id}`, { price: 36_000 }),
  deleteProduct: async (call, before) => call('DELETE', `/admin/api/products/${(await createProduct(before)).id}`),
  refundOrder: async (call) => call('POST', `/admin/api/orders/${await addFreeOrder(sql)}/refund`, { reason: '환불' }),
  grantUserProduct,
  sellProduct,
  importSettlement,
  deleteSettlement: async (call, before) =>
    call('DELETE', `/admin/api/settlements/${(await importSettlement(before)).id}`),
  issueCashReceipt: async (call, before) => {
    const { orderId } = (await sellProduct(before, before)) as unknown as { orderId: string }
    return call('POST', `/admin/api/orders/${orderId}/cashReceipt`, { kind: 'personal', identifier: '010-1234-5678' })
  },
  moveUserProduct: async (call, before) => {
    const { id } = await grantUserProduct(before, before)
    const carId = randomUUID()
    await sql`update orders.user_products set car_limit = 1 where id = ${id}`
    await sql`
      insert into orders.cars (id, member_id, car_number, since, removed, version)
      select ${carId}, member_id, '12가3456', now(), false, 1 from orders.user_products where id = ${id}`
    return call('PATCH', `/admin/api/userProducts/${id}`, { carId })
  },
  cancelUserProduct: async (call, before) => {
    const { id } = await grantUserProduct(before, before)
    return call('POST', `/admin/api/userProducts/${id}/cancel`, { reason: '회수' })
  },
  stopUserProduct: async (call) => {
    const id = await addSubscription(sql)
    return call('POST', `/admin/api/userProducts/${id}/stop`, { reason: '해지 요청' })
  },
  resumeUserProduct: async (call, before) => {
    const id = await addSubscription(sql)
    await before('POST', `/admin/api/userProducts/${id}/stop`, { reason: '해지 요청' })
    return call('POST', `/admin/api/userProducts/${id}/resume`, { reason: '해지 취소' })
  },
  pauseUserProduct: async (call) => {
    const id = await addSubscription(sql)
    return call('POST', `/admin/api/userProducts/${id}/pause`, { days: 7, reason: '출장' })
  },
  unpauseUserProduct: async (call, before) => {
    const id = await addSubscription(sql)
    await before('POST', `/admin/api/userProducts/${id}/pause`, { days: 7, reason: '출장' })
    return call('POST', `/admin/api/userProducts/${id}/unpause`, { reason: '복귀' })
  },
  changeUserProductPlan: async (call, before) => {
    const id = await addSubscription(sql)
    const { id: productId } = await createProduct(before)
    await before('PATCH', `/admin/api/products/${productId}`, { type: 'subscribe' })
    return call('POST', `/admin/api/userProducts/${id}/change`, { productId, reason: '요청' })
  },
  announcePriceChange,
  withdrawPriceChange: async (call, before) => {
    const { id } = await announcePriceChange(before, before)
    return call('POST', `/admin/api/products/${id}/priceChanges/withdraw`)
  },
  recordPriceAnswer: async (call) => {
    const id = await addSubscription(sql)
    const change = { id: randomUUID(), price: 90_000, answer: null }
    const at = new Date().toISOString()
    await sql`
      insert into orders.price_changes (id, product_id, kind, price, from_date, announced_at, closed_at)
      values (${change.id}, ${randomUUID()}, 'raise', 90000, now(), now(), now())`
    await sql`
      update orders.user_products set price_change = ${sql.json({ ...change, from: at, notifiedAt: at })} where id = ${id}`
    const answer = { answer: 'declined', price: 90_000, textVersion: 1 }
    return call('POST', `/admin/api/userProducts/${id}/priceChange`, { ...answer, reason: '매장에서 거절' })
  },
  createUseLog: async (call, before) => {
    const { id: userProductId } = await grantUserProduct(before, before)
    return call('POST', '/admin/api/useLogs', {
      visitId: await addVisitOf(sql, userProductId),
      userProductId,
      reason: '현장',
    })
  },
  retryUserProductPayment: async (call) => {
    const id = await addSubscription(sql)
    await makeUnpaid(sql, id)
    // The provider refuses the charge; the attempt is audited.
    await expect(call('POST', `/admin/api/userProducts/${id}/retryPayment`, { reason: '다시 시도' })).rejects.toThrow()
  },
  reverseUseLog: async (call, before) => {
    const { id } = await grantUserProduct(before, before)
    return call('POST', `/admin/api/useLogs/${await addUse(sql, id)}/reverse`, { reason: '정정' })
  },
  createTerms,
  updateTerms: async (call, before) =>
    call('PATCH', `/admin/api/terms/${(await createTerms(before)).id}`, { title: '바뀐 제목' }),
  deleteTerms: async (call, before) => call('DELETE', `/admin/api/terms/${(await createTerms(before)).id}`),
  createDevice,
  updateDevice: async (call, before) =>
    call('PATCH', `/admin/api/devices/${(await createDevice(before)).id}`, { name: '바뀐 이름' }),
  rotateDeviceSecret: async (call, before) =>
    call('POST', `/admin/api/devices/${(await createDevice(before)).id}/rotate`),
  deleteDevice: async (call, before) => call('DELETE', `/admin/api/devices/${(await createDevice(before)).id}`),
  createListedPlate: listPlate,
  noteVisit,
  correctVisit: async (call, before) =>
    call('PATCH', `/admin/api/visits/${(await noteVisit(before)).id}`, { carNumber: '34나5678', reason: '잘못 읽음' }),
  reprocessDeadLetter: async (call) => call('POST', `/admin/api/recognition/deadLetters/${await bury()}/reprocess`),
  deleteDeadLetter: async (call) => call('DELETE', `/admin/api/recognition/deadLetters/${await bury()}`),
  acceptRead: async (call) => {
    const body = { carNumber: '98가7655', reason: '사진 확인' }
    return call('POST', `/admin/api/recognition/reads/${await readToReview()}/accept`, body)
  },
  dismissRead: async (call) => call('POST', `/admin/api/recognition/reads/${await readToReview()}/dismiss`, {}),
  createRehearsal: async (call) => {
    const body = { from: '2026-01-01', to: '2026-01-02', storeId: product.ready.stores[0]?.id, minConfidence: 0.7 }
    return call('POST', '/admin/api/recognition/rehearsals', body)
  },
  cancelRehearsal: async (call) =>
    call('DELETE', `/admin/api/recognition/rehearsals/${await addRehearsal(sql, 'running')}`),
}

/** Creates objects for writes that use the example of the published document. */
const makers: Partial<Record<Resource, (before: Call) => Promise<string>>> = {
  banner: async (before) => (await createBanner(before)).id,
  deadLetter: bury,
  device: async (before) => (await createDevice(before)).id,
  listedPlate: async (before) => (await listPlate(before)).id,
  notice: async (before) => (await createNotice(before)).id,
  owedReturn: () => addOwedReturn(sql),
  product: async (before) => (await createProduct(before)).id,
  screen: async (before) => (await createScreen(before)).screenId,
  store: async (before) => (await createStore(before)).id,
  terms: async (before) => (await createTerms(before)).id,
  visit: async (before) => (await noteVisit(before)).id,
}

/** Calls an operation on a new object, with its example. */
async function writeByExample({ name, resource }: Operation, call: Call, before: Call): Promise<unknown> {
  const documentedCall = documented.get(name)
  if (!documentedCall) throw new Error(`the document does not have ${name}`)
  const { method, path, body } = documentedCall
  const make = resource && makers[resource]
  if (resource && !make) throw new Error(`this test creates no ${resource}: give ${name} a function in writes`)
  const id = await make?.(before)
  return call(method, path.replace(/\{\w+\}/, id ?? ''), body?.example as object | undefined)
}

const readToReview = () => {
  const { storeId, deviceId } = product.ready.recognizer
  return addReadToReview(sql, storeId, deviceId)
}

/** A dead letter whose message has become a valid read. */
async function bury(): Promise<string> {
  const { storeId, deviceId } = product.ready.recognizer
  const letter = {
    id: randomUUID(),
    receivedAt: new Date().toISOString(),
    subject: `recognition.read.${storeId}.${deviceId}`,
    reason: 'unknownDevice',
    payload: readMessage('56다7890'),
    storeId,
    deviceId,
  }
  await sql`insert into recognition.dead_letters (id, received_at, buried_at, letter)
    values (${letter.id}, now(), now(), ${sql.json(letter)})`
  return letter.id
}

const callAs =
  (requestId: string): Call =>
  async (method, path, body, own = {}) => {
    const headers = { 'x-request-id': requestId, 'x-reason': encodeURIComponent('월말 점검') }
    const reply = await send<Success<{ id: string }>>(product.ready.http, method, path, {
      token: own.token ?? token,
      body,
      headers,
    })
    expect([method, path, reply.status, reply.text]).toEqual([method, path, expect.toSatisfy(isSuccess), reply.text])
    const result = (reply.body as typeof reply.body | null)?.result ?? { id: '' } // a file has no result
    opened.set(requestId, openedMembers(result))
    return result
  }
/** Members in the results, by the id of the request. */
const opened = new Map<string, string[]>()
const isSuccess = (status: number) => status === 200 || status === 201

type Entry = {
  action: string
  entity: string
  entityId: string
  before: object | null
  after: object | null
  actorName: string
}
async function entriesOf(requestId: string): Promise<Entry[]> {
  const path = `/admin/api/auditLogs?q=${requestId}`
  const { body } = await send<Success<{ content: Entry[] }>>(product.ready.http, 'GET', path, { token })
  return body.result.content
}

/** The one entry of a request, which is written shortly after the response. */
async function entryOf(requestId: string): Promise<Entry | undefined> {
  await expect.poll(() => entriesOf(requestId)).toHaveLength(1)
  return (await entriesOf(requestId))[0]
}

/** Names in an entry without a Korean label. */
function wordless({ action, entity, before, after }: Entry): string[] {
  const fields = Object.keys({ ...before, ...after })
  return [
    ...(auditActionLabel(action) === action ? [action] : []),
    ...(auditEntityLabel(entity) === entity ? [entity] : []),
    ...fields.filter((field) => auditFieldLabel(entity, field) === field),
  ]
}

test('each write that has a function here is audited by the contract', () => {
  const names = new Set<string>(audited.map(({ name }) => name))
  expect(Object.keys(writes).filter((name) => !names.has(name))).toEqual([])
})

// ASVS 3.5.3
test.each(audited.map((op): [string, Operation] => [op.name, op]))('%s is audited', async (name, op) => {
  const [requestId, began] = [randomUUID(), new Date()]
  const [call, before] = [callAs(requestId), callAs(randomUUID())]
  await (writes[name]?.(call, before) ?? writeByExample(op, call, before))
  const entry = await entryOf(requestId)
  expect(entry).toMatchObject({ action: name, entity: expect.stringMatching(/^\w+$/), actorName: expect.any(String) })
  expect(entry?.entityId).not.toBe('')
  expect(JSON.stringify([entry?.before, entry?.after])).not.toMatch(/password|secret|token/i)
  expect(entry && wordless(entry)).toEqual([])
  const ids = (op.opens && opened.get(requestId)) || []
  // An equal access of the last minutes has the request id of the first one.
  const accesses = () => sql`
    select action, member_ids from member.access_logs
    where request_id = ${requestId} or (action = ${name} and member_ids = ${ids} and last_at >= ${began})`
  await expect.poll(accesses).toEqual(ids.length > 0 ? [{ action: name, member_ids: ids }] : [])
})

test("an administrator's picture upload is audited, too", async () => {
  const requestId = randomUUID()
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestId }
  await sendPicture(product.ready.http, '/api/images', formOf(['image', await picture('png', 8, 8)]), headers)
  const entry = await entryOf(requestId)
  expect(entry).toMatchObject({ action: 'uploadImage', entity: 'image', before: null })
  expect(entry && wordless(entry)).toEqual([])
})
