import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { PortOneClient } from '@portone/server-sdk'
import { verify } from '@portone/server-sdk/webhook'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Simulator } from '../src/open.ts'
import { keys, openSimulator } from './simulator-clients.ts'

/* API V2, with PortOne's own client of it. */

const account = { secret: 'v2_secret_of_a_test', storeId: 'store-test', webhookSecret: `whsec_${btoa('a'.repeat(32))}` }
const usual = { currency: 'KRW', orderName: '손세차' } as const
const credential = {
  number: '5409260012345678',
  expiryYear: '49',
  expiryMonth: '12',
  birthOrBusinessRegistrationNumber: '880101',
  passwordTwoDigits: '12',
}

const received: { headers: IncomingHttpHeaders; body: string }[] = []
const merchant = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) })
  response.end()
})
let simulator: Simulator
let client: ReturnType<typeof PortOneClient>
let count = 0
const next = () => `order_v2_${++count}`
beforeAll(async () => {
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve))
  const webhookUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/`
  simulator = await openSimulator({ ...keys, windowApi: 'v2', v2: { ...account, webhookUrl } })
  client = PortOneClient({ secret: account.secret, storeId: account.storeId, baseUrl: simulator.url })
})
afterEach(async () => {
  simulator.behave()
  await simulator.settled()
  received.length = 0
})
afterAll(async () => {
  await simulator[Symbol.asyncDispose]()
  merchant.closeAllConnections()
  merchant.close()
})

const issue = async (number = credential.number, id = 'customer-1') => {
  const { billingKeyInfo } = await client.payment.billingKey.issueBillingKey({
    method: { card: { credential: { ...credential, number } } },
    channelKey: 'channel-key-card',
    customer: { id, name: { full: '홍길동' } },
  })
  return billingKeyInfo.billingKey
}
const payBy = (billingKey: string, paymentId: string, total = 20_000) =>
  client.payment.payWithBillingKey({ paymentId, billingKey, amount: { total }, ...usual })
/** The type of the error that a call of the client fails with, or `none`. */
const typeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { data?: { type?: string } }) => error.data?.type,
  )
/** Verified by PortOne's own client. */
const webhooks = async () => {
  await simulator.settled()
  return Promise.all(received.map(({ headers, body }) => verify(account.webhookSecret, body, headers)))
}
/** A call that the client has no field for. */
const post = async (path: string, body: object, idempotencyKey: string) => {
  const response = await fetch(simulator.url + path, {
    method: 'POST',
    headers: {
      authorization: `PortOne ${account.secret}`,
      'content-type': 'application/json',
      'idempotency-key': `"${idempotencyKey}"`,
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('a billing key is issued, shown masked, charged, found by its customer, and shown as deleted', async () => {
  const customer = next()
  const billingKey = await issue(credential.number, customer)
  expect(await client.payment.billingKey.getBillingKeyInfo({ billingKey })).toMatchObject({
    status: 'ISSUED',
    storeId: account.storeId,
    methods: [{ type: 'BillingKeyPaymentMethodCard', card: { name: 'KB국민카드', number: '540926******5678' } }],
    channels: [{ type: 'LIVE', key: 'channel-key-card' }],
  })
  const paymentId = next()
  expect((await payBy(billingKey, paymentId)).payment).toMatchObject({ pgTxId: expect.any(String) })
  expect(await client.payment.getPayment({ paymentId })).toMatchObject({
    status: 'PAID',
    id: paymentId,
    billingKey,
    amount: { total: 20_000, paid: 20_000, cancelled: 0 },
    method: { type: 'PaymentMethodCard', card: { number: '540926******5678' } },
  })
  expect(await typeOf(payBy(billingKey, paymentId))).toBe('ALREADY_PAID')
  const filter = { customerId: customer }
  const page = await client.payment.billingKey.getBillingKeyInfos({ filter })
  expect(page.items).toMatchObject([{ billingKey }])
  await client.payment.billingKey.deleteBillingKey({ billingKey })
  expect(await client.payment.billingKey.getBillingKeyInfo({ billingKey })).toMatchObject({ status: 'DELETED' })
  expect(await typeOf(payBy(billingKey, next()))).toBe('BILLING_KEY_ALREADY_DELETED')
  expect(await typeOf(client.payment.billingKey.getBillingKeyInfo({ billingKey: 'none' }))).toBe(
    'BILLING_KEY_NOT_FOUND',
  )
  expect((await webhooks()).map(({ type }) => type)).toEqual(['Transaction.Paid'])
})

test("an issuer's refusal is an error of the payment gateway, and a failed attempt of the payment", async () => {
  const [declined, paymentId] = [await issue('5409260012340002'), next()]
  const refused = await payBy(declined, paymentId).catch((error: { data?: object }) => error.data)
  expect(refused).toMatchObject({ type: 'PG_PROVIDER', pgCode: '8037', pgMessage: '한도초과 또는 카드사 승인거절' })
  expect(await client.payment.getPayment({ paymentId })).toMatchObject({ status: 'FAILED', failure: {} })
  await payBy(await issue(), paymentId)
  const { items } = await client.payment.getPaymentTransactions({ paymentId })
  expect(items.map(({ status }) => status)).toEqual(['FAILED', 'PAID'])
  expect(await typeOf(issue('5409260012340069'))).toBe('PG_PROVIDER')
})

test('refunds are partial or whole, and refused where the amount that is left is another', async () => {
  const paymentId = next()
  const { imp_uid: transactionId } = simulator.pay({ merchant_uid: paymentId, amount: 30_000 })
  const cancel = (more: { amount?: number; currentCancellableAmount?: number }) =>
    client.payment.cancelPayment({ paymentId, reason: '환불', ...more })
  expect(await typeOf(cancel({ currentCancellableAmount: 29_999 }))).toBe('CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN')
  expect(await typeOf(cancel({ amount: 30_001 }))).toBe('CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT')
  const { cancellation } = await cancel({ amount: 10_000, currentCancellableAmount: 30_000 })
  expect(cancellation).toMatchObject({ status: 'SUCCEEDED', totalAmount: 10_000 })
  expect(await client.payment.getPayment({ paymentId })).toMatchObject({
    ...{ status: 'PARTIAL_CANCELLED', transactionId },
    amount: { total: 30_000, paid: 20_000, cancelled: 10_000 },
  })
  await cancel({})
  expect(await typeOf(cancel({}))).toBe('PAYMENT_ALREADY_CANCELLED')
  expect(await typeOf(client.payment.cancelPayment({ paymentId: 'none', reason: '환불' }))).toBe('PAYMENT_NOT_FOUND')
  expect(await webhooks()).toMatchObject([
    { type: 'Transaction.Paid', data: { paymentId, transactionId, storeId: account.storeId } },
    { type: 'Transaction.PartialCancelled', data: { cancellationId: (cancellation as { id: string }).id } },
    { type: 'Transaction.Cancelled', data: { paymentId } },
  ])
  const filter = { status: ['CANCELLED' as const], sortBy: 'STATUS_CHANGED_AT' as const }
  expect((await client.payment.getPayments({ filter })).items).toMatchObject([{ id: paymentId }])
})

test('a virtual account is issued, paid to, refunded to an account, and closed', async () => {
  const [paymentId, other] = [next(), next()]
  const { imp_uid } = simulator.issue({ merchant_uid: paymentId, amount: 9_000 })
  expect(await client.payment.getPayment({ paymentId })).toMatchObject({
    status: 'VIRTUAL_ACCOUNT_ISSUED',
    method: { type: 'PaymentMethodVirtualAccount', bank: 'SHINHAN', accountNumber: expect.stringMatching(/^\d{14}$/) },
  })
  expect(await typeOf(client.payment.cancelPayment({ paymentId, reason: '환불' }))).toBe('PAYMENT_NOT_PAID')
  simulator.deposit(imp_uid)
  expect(await typeOf(client.payment.cancelPayment({ paymentId, reason: '환불' }))).toBe('PG_PROVIDER')
  const refundAccount = { bank: 'KAKAO' as const, number: '3333012345678', holderName: '홍길동' }
  await client.payment.cancelPayment({ paymentId, reason: '환불', refundAccount })
  expect(simulator.ledger().transfers).toMatchObject([{ refund_bank: '090', refund_account: '3333012345678' }])
  simulator.issue({ merchant_uid: other, amount: 9_000 })
  await client.payment.closeVirtualAccount({ paymentId: other })
  expect(await typeOf(client.payment.closeVirtualAccount({ paymentId: other }))).toBe('PAYMENT_NOT_WAITING_FOR_DEPOSIT')
})

test('the window accepts a registered amount only, and shows wallets of their own channels', async () => {
  const paymentId = next()
  await client.payment.preRegisterPayment({ paymentId, totalAmount: 5_000, currency: 'KRW' })
  expect(() => simulator.pay({ merchant_uid: paymentId, amount: 4_000 })).toThrow()
  const wallet = { pay_method: 'point', pg_provider: 'kakaopay', channel_key: 'channel-key-kakao' }
  simulator.pay({ merchant_uid: paymentId, amount: 5_000, ...wallet })
  expect(await client.payment.getPayment({ paymentId })).toMatchObject({
    method: { type: 'PaymentMethodEasyPay', provider: 'KAKAOPAY' },
    channel: { key: 'channel-key-kakao', pgProvider: 'KAKAOPAY' },
  })
})

test('an idempotency key repeats the first answer, also a refusal, and not while the request is worked on', async () => {
  const [key, paymentId] = [await issue(), next()]
  const body = { billingKey: key, amount: { total: 7_000 }, ...usual }
  simulator.misbehave({ path: '/v2/payments/*', before: 300 })
  const first = post(`/payments/${paymentId}/billing-key`, body, 'charge-0123456789')
  await expect.poll(() => simulator.ledger().calls['POST /v2/payments/:id/billing-key']).toBeGreaterThan(0)
  const early = await post(`/payments/${paymentId}/billing-key`, body, 'charge-0123456789')
  expect(early).toMatchObject({ status: 409, body: { type: 'IDEMPOTENCY_OUTSTANDING_REQUEST' } })
  const paid = await first
  expect(paid).toMatchObject({ status: 200, body: { payment: { paidAt: expect.any(String) } } })
  expect(await post(`/payments/${paymentId}/billing-key`, body, 'charge-0123456789')).toEqual(paid)
  expect(await post(`/payments/${paymentId}/billing-key`, body, 'charge-9876543210')).toMatchObject({
    ...{ status: 409, body: { type: 'ALREADY_PAID' } },
  })
  expect(await post(`/payments/${paymentId}/billing-key`, body, 'short')).toMatchObject({ status: 400 })
})

test('V1 and V2 do not show each other, and a wrong secret is refused', async () => {
  const paymentId = next()
  const { imp_uid } = simulator.pay({ merchant_uid: paymentId, amount: 1_000, api: 'v1' })
  expect(await typeOf(client.payment.getPayment({ paymentId }))).toBe('PAYMENT_NOT_FOUND')
  expect(imp_uid).toMatch(/^imp_/)
  const stranger = PortOneClient({ secret: 'wrong', baseUrl: simulator.url })
  expect(await typeOf(stranger.payment.getPayment({ paymentId }))).toBe('UNAUTHORIZED')
})
