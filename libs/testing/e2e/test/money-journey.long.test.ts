import { randomInt, randomUUID } from 'node:crypto'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { Enum, Iamport, Request } from 'iamport-rest-client-nodejs'
import { beforeAll, expect, test } from 'vitest'
import { type Failure, type Reply, type Success, send, signIn } from '../src/http.ts'
import { joinMember } from '../src/member.ts'
import { startProduct } from '../src/product.ts'
import { startRecognizer } from '../src/recognizer.ts'

/*
 * Payments from outside: a member app over HTTP, a recognizer, and PortOne's own client library as the merchant's
 * accountant, which asks the provider directly.
 */

const buyer = {
  customer_name: '김회원',
  customer_tel: '010-0000-0000',
  customer_email: 'a@kingcar.test',
  customer_addr: '서울',
  customer_postcode: '00000',
}
const plate = `${randomInt(100, 699)}나${randomInt(1000, 9999)}`

let base: string
let accountant: Iamport
let admin: string
const product = startedBeforeAll(() => startProduct({ PAYMENT_SETTLE_SECONDS: '1' }))
const recognizer = startedBeforeAll(() => startRecognizer(product.ready))
beforeAll(async () => {
  base = product.ready.http
  admin = (await signIn(base, product.ready.email, product.ready.password)).accessToken
  accountant = new Iamport({ apiKey: 'imp_local', apiSecret: 'imp_local_secret', baseUrl: `${base}/dev/portone` })
})

type Order = { id: string; merchantUid: string; state: string; amount: number; userProductId: string | null }
type UserProduct = {
  id: string
  state: string
  remainingUses: number | null
  endsAt: string
  nextBillingAt: string | null
}
type Paged<T> = { content: T[] }
type Visit = {
  id: string
  carNumber: string
  reads: number
  productUsed: { productName: string; remainingUses: number } | null
  useDecision: string | null
}
type Payment = { imp_uid: string; merchant_uid: string; status: string; amount: number; cancel_amount: number }

const as =
  (token: string) =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply: Reply<Success<T>> = await send(base, method, path, { token, body })
    if (!reply.body.success) throw new Error(`${method} ${path} returned ${reply.status} ${reply.text}`)
    return reply.body.result
  }
const codeOf = async (token: string, method: string, path: string, body?: unknown) => {
  const reply = await send<Failure>(base, method, path, { token, body })
  return reply.status < 400 ? 'none' : reply.body.error.code
}

/** The provider's reply to PortOne's own client. */
async function ask<T>(request: { request(client: Iamport): Promise<object> }): Promise<T> {
  const { data } = (await request.request(accountant)) as { data: { response: T } }
  return data.response
}
const paymentOf = (merchantUid: string) =>
  ask<Payment>(
    Request.Payments.getByMerchantUid({
      merchant_uid: merchantUid,
      status: Enum.StatusEnum.ALL,
      sorting: Enum.SortingEnum.STARTED_DESC,
    }),
  )

/** Moves the clock of subscriptions past an instant. */
async function moveTo(instant: string | null | undefined): Promise<void> {
  const at = as(admin)
  const { now, aheadSeconds } = await at<{ now: string; aheadSeconds: number }>('GET', '/dev/clock')
  const more = Math.ceil((Date.parse(instant ?? '') - Date.parse(now)) / 1_000) + 1
  await at('POST', '/dev/clock', { aheadSeconds: aheadSeconds + more })
}

test('a member joins, registers a card, subscribes, drives in, is renewed, cannot pay, is dunned, and gets a refund', async () => {
  const manage = as(admin)
  const member = as((await joinMember(base)).accessToken)
  const token = (await joinMember(base)).accessToken
  const [brand] = await member<{ id: string }[]>('GET', '/api/carBrands')
  await member('POST', '/api/cars', { carNumber: plate, carBrandId: brand?.id, model: '아반떼' })
  const monthly = await manage<{ id: string }>('POST', '/admin/api/products', {
    name: '여정 월 4회',
    type: 'subscribe',
    price: 29_900,
    useLimit: 4,
  })

  // A card whose key was issued in the provider's window, by the provider's own client.
  const customerUid = `journey-${randomUUID()}`
  const card = { card_number: '4111-1111-1111-1111', expiry: '2049-12', birth: '900101', pwd_2digit: '12' }
  await ask(Request.Customers.postBillingKey({ customer_uid: customerUid, ...card, ...buyer }))
  const good = await member<{ id: string; main: boolean }>('POST', '/api/cards', { customerUid })
  expect(good.main).toBe(true)

  // Driving in before subscribing: nothing to use yet, and the console says so.
  const visitOf = async () => {
    const { content } = await manage<Paged<Visit>>('GET', `/admin/api/visits?carNumber=${encodeURIComponent(plate)}`)
    return content[0]
  }
  await recognizer.read(plate)
  await expect.poll(async () => (await visitOf())?.useDecision).toBe('noProduct')

  // Subscribing: charged once, at the product's price, as the accountant sees it.
  const order = await member<Order>('POST', '/api/orders', { productId: monthly.id })
  expect(order).toMatchObject({ state: 'Create', amount: 29_900 })
  const paid = await member<Order>('PATCH', `/api/order/${order.id}/payment`, { cardId: good.id })
  expect(paid.state).toBe('Completed')
  expect(await paymentOf(order.merchantUid)).toMatchObject({ status: 'paid', amount: 29_900 })
  expect(await codeOf(token, 'GET', `/api/orders/${order.id}`)).toBe('ORDER_NOT_FOUND')

  // The visit that has begun uses the product, without a further read and once, however often the car is read.
  await expect
    .poll(async () => (await visitOf())?.productUsed)
    .toEqual({ productName: '여정 월 4회', remainingUses: 3 })
  await recognizer.read(plate)
  await expect.poll(async () => (await visitOf())?.reads).toBe(2)
  expect(await visitOf()).toMatchObject({ useDecision: 'used', productUsed: { remainingUses: 3 } })
  const uses = await member<Paged<{ carNumber: string; productName: string }>>('GET', '/api/me/products/useLogs')
  expect(uses.content).toMatchObject([{ carNumber: plate, productName: '여정 월 4회' }])
  expect(await codeOf(admin, 'GET', `/admin/api/orders/${order.id}`)).toBe('none')

  // A month later it is renewed, and all uses are available again.
  const mine = async () => (await member<Paged<UserProduct>>('GET', '/api/me/products')).content[0]
  const first = await mine()
  expect(first).toMatchObject({ state: 'Available', remainingUses: 3 })
  await moveTo(first?.endsAt)
  await expect.poll(async () => (await mine())?.endsAt).not.toBe(first?.endsAt)
  expect(await mine()).toMatchObject({ state: 'Available', remainingUses: 4 })
  const renewals = (await member<Paged<Order>>('GET', '/api/orders?sort=createdAt,desc')).content
  expect(renewals).toHaveLength(2)
  expect(await paymentOf(renewals[0]?.merchantUid ?? '')).toMatchObject({ status: 'paid', amount: 29_900 })

  // A declined card: the product is suspended, charged again after 1, 3 and 5 days, and ends.
  const bad = await member<{ id: string }>('POST', '/api/cards', {
    cardNumber: '4000-0000-0000-0002',
    expiry: '2049-12',
    birth: '900101',
    passwordTwoDigits: '12',
  })
  await member('PATCH', `/api/cards/${bad.id}`, { main: true })
  await moveTo((await mine())?.endsAt)
  await expect.poll(async () => (await mine())?.state).toBe('Unavailable')
  for (const state of ['Unavailable', 'Unavailable', 'Complete']) {
    const failed = async () => (await member<Paged<Order>>('GET', '/api/orders?state=Fail')).content.length
    const before = await failed()
    await moveTo((await mine())?.nextBillingAt)
    await expect.poll(failed).toBe(before + 1)
    expect((await mine())?.state).toBe(state)
  }

  // A refund: everything, once, as the accountant sees it.
  const wash = await manage<{ id: string }>('POST', '/admin/api/products', {
    name: '손세차',
    type: 'onetime',
    price: 35_000,
  })
  const single = await member<Order>('POST', '/api/orders', { productId: wash.id })
  const bought = await ask<Payment>(
    Request.Subscribe.onetime({ merchant_uid: single.merchantUid, amount: 35_000, name: '손세차', ...card }),
  )
  const confirmed = await member<Order>('PATCH', `/api/order/${single.id}/payment`, { impUid: bought.imp_uid })
  expect(confirmed.state).toBe('Completed')
  expect(await member<Order>('POST', `/api/orders/${single.id}/refund`)).toMatchObject({ state: 'Refund' })
  expect(await paymentOf(single.merchantUid)).toMatchObject({ status: 'cancelled', cancel_amount: 35_000 })

  // The price at the time of the order is paid, even if it has just changed; a product that is no longer sold cannot be
  // ordered.
  await manage('PATCH', `/admin/api/products/${wash.id}`, { price: 36_000 })
  expect(await member<Order>('POST', '/api/orders', { productId: wash.id })).toMatchObject({ amount: 36_000 })
  await manage('PATCH', `/admin/api/products/${wash.id}`, { onSale: false })
  expect(await codeOf(token, 'POST', '/api/orders', { productId: wash.id })).toBe('PRODUCT_NOT_ON_SALE')
  await manage('PATCH', `/admin/api/products/${wash.id}`, { onSale: true, price: 35_000 })

  // A payment that the member does not confirm is reported by the provider.
  const quiet = await member<Order>('POST', '/api/orders', { productId: wash.id })
  await ask(Request.Subscribe.onetime({ merchant_uid: quiet.merchantUid, amount: 35_000, name: '손세차', ...card }))
  await expect.poll(async () => (await member<Order>('GET', `/api/orders/${quiet.id}`)).state).toBe('Completed')

  // Administrators see all of it.
  const detail = await manage<{ timeline: { cause: string }[] }>('GET', `/admin/api/orders/${single.id}`)
  expect(detail.timeline.map(({ cause }) => cause)).toEqual(['ordered', 'paid', 'granted', 'refundedByMember'])
})
