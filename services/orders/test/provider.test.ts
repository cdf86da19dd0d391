import { setTimeout as wait } from 'node:timers/promises'
import type { Simulator } from '@kingcar/payment-simulator'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../src/provider/exchange.ts'
import { createCall } from '../src/provider/portone/call.ts'
import { createPortOneProvider } from '../src/provider/portone/client.ts'
import { createV2Call } from '../src/provider/portone-v2/call.ts'
import { createPortOneV2Provider } from '../src/provider/portone-v2/client.ts'
import {
  type PaymentProvider,
  ProviderOutcomeUnknown,
  ProviderRefused,
  ProviderUnreachable,
} from '../src/provider/provider.ts'
import { openSimulator } from './open-simulator.ts'

/* KingCar's clients of PortOne's APIs against the simulator; what the service makes of them is tested elsewhere. */

const keys = { impKey: 'imp_local', impSecret: 'imp_local_secret' }
const apiSecret = 'v2_local_secret'
const storeId = 'store-local'
let orders = 0
const next = () => `order_${++orders}`
type Over = { secret?: string; sandbox?: boolean; patience?: Caller; url?: string; channelKey?: string }

/** Paths of the simulator, and of its counts of calls. */
const paths = {
  v1: { issue: 'POST /subscribe/customers/:uid', reads: '/payments/*' },
  v2: { issue: 'POST /v2/billing-keys', reads: '/v2/payments/*' },
}

describe.each(['v1', 'v2'] as const)('the client of API %s', (api) => {
  let simulator: Simulator
  let provider: PaymentProvider
  const open = ({ sandbox = false, secret, patience, ...over }: Over = {}): PaymentProvider => {
    const { url = `${simulator.url}/`, channelKey = api === 'v1' ? '' : 'channel-key-card' } = over
    const channel = { sandbox, channelKey, clockAheadMs: () => 0 }
    return api === 'v1'
      ? createPortOneProvider(
          createCall({ baseUrl: url, ...keys, ...(secret && { impSecret: secret }) }, patience),
          channel,
        )
      : createPortOneV2Provider(
          createV2Call({ baseUrl: url, apiSecret: secret ?? apiSecret, storeId }, patience),
          Object.assign(channel, { storeId }),
        )
  }
  const calls = (path: string) => simulator.ledger().calls[path] ?? 0

  beforeAll(async () => {
    const account = { secret: apiSecret, storeId }
    simulator = await openSimulator({ key: keys.impKey, secret: keys.impSecret, windowApi: api, v2: account })
    provider = open()
  })
  afterEach(() => simulator.behave())
  afterAll(() => simulator[Symbol.asyncDispose]())

  test('wrong keys mean unreachable, since nothing can have happened', async () => {
    await expect(open({ secret: 'wrong' }).listAttempts('none')).rejects.toThrow(ProviderUnreachable)
  })

  test('an unresponsive provider gets no payment, and the call fails within two seconds', async () => {
    const fresh = open()
    await fresh.listAttempts('none') // V1 fetches a token
    await wait(300) // longer than a response counts as a sign of life
    simulator.misbehave({ path: '*', calls: null, answer: 'silence' })
    const began = performance.now()
    const card = { cardNumber: '4111-1111-1111-1111', expiry: '2049-12', birth: '900101', passwordTwoDigits: '12' }
    const before = calls(paths[api].issue)
    await expect(fresh.issueKey('somebody', card)).rejects.toThrow(ProviderUnreachable)
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(calls(paths[api].issue)).toBe(before)
  })

  test('jobs wait for a slow provider, and callers do not', async () => {
    const [callers, workers] = [open(), open({ patience: 'forWorkers' })]
    await Promise.all([callers.listAttempts('none'), workers.listAttempts('none')]) // both fetch tokens
    simulator.misbehave({ path: paths[api].reads, calls: null, before: 2_000 })
    const none = { paymentUid: 'imp_none', orderUid: 'none' }
    const [forCallers, forWorkers] = await Promise.allSettled([callers.findPayment(none), workers.findPayment(none)])
    expect(forCallers).toMatchObject({ status: 'rejected', reason: expect.any(ProviderOutcomeUnknown) })
    expect(forWorkers).toEqual({ status: 'fulfilled', value: undefined })
  })

  test('the times of a payment are null for events that have not happened', async () => {
    const orderUid = next()
    const { imp_uid: paymentUid } = simulator.pay({ merchant_uid: orderUid, amount: 1_000, pay_method: 'vbank' })
    const awaited = await provider.findPayment({ paymentUid, orderUid })
    expect(awaited).toMatchObject({ orderUid, status: 'ready', paidAt: null, cancelledAmount: 0, currency: 'KRW' })
    expect(awaited).toMatchObject({ method: 'virtualAccount', account: { bank: '신한은행', holder: '킹카' } })
    expect(awaited?.dueAt).toBeInstanceOf(Date)
    simulator.deposit(paymentUid)
    const [paid] = await provider.listAttempts(orderUid)
    expect(paid).toMatchObject({ status: 'paid', amount: 1_000, inWindow: true })
    expect(paid?.paidAt).toBeInstanceOf(Date)
    expect(await provider.findPayment({ paymentUid: 'imp_none', orderUid: 'none' })).toBeUndefined()
    expect(await provider.findAttemptedOrders([orderUid, 'none'])).toContain(orderUid)
  })

  test('a receipt of cash is issued once for its name, found, and cancelled once', async () => {
    const receiptUid = next()
    const buyer = { buyerName: '홍길동', buyerTel: '010-1234-5678' }
    const business = { kind: 'corporate', identifier: '1208800767' } as const
    const request = { receiptUid, name: '세차', amount: 11_000, ...business, ...buyer }
    const cashier = open({ channelKey: 'channel-key-card' })
    expect(await cashier.findCashReceipt(receiptUid)).toBeUndefined()
    const issued = await cashier.issueCashReceipt(request)
    const url = expect.stringMatching(/^http/)
    expect(issued).toEqual({ number: expect.stringMatching(/^\d+$/), url, amount: 11_000, cancelled: false })
    // V2 answers a repetition as the first call, and V1 refuses it.
    const again = cashier.issueCashReceipt(request)
    await (api === 'v1' ? expect(again).rejects.toThrow(ProviderRefused) : expect(again).resolves.toEqual(issued))
    expect(await cashier.findCashReceipt(receiptUid)).toEqual(issued)
    await cashier.cancelCashReceipt(receiptUid)
    expect(await cashier.findCashReceipt(receiptUid)).toEqual({ ...issued, cancelled: true })
    const wrong = { ...request, receiptUid: next(), identifier: '12' }
    await expect(cashier.issueCashReceipt(wrong)).rejects.toThrow(ProviderRefused)
  })

  test('wallets and cards are named, and receipts are linked', async () => {
    const wallet = { pay_method: 'point', pg_provider: 'kakaopay' }
    const [first, second] = [next(), next()]
    simulator.pay({ merchant_uid: first, amount: 1_000, ...wallet })
    simulator.pay({ merchant_uid: second, amount: 1_000 })
    expect(await provider.listAttempts(first)).toMatchObject([{ method: 'easyPay', easyPay: '카카오페이' }])
    expect(await provider.listAttempts(second)).toMatchObject([
      { method: 'card', cardName: '신한카드', receiptUrl: expect.stringMatching(/^http/) },
    ])
  })

  test('a partial refund is read as one, and never exceeds what KingCar believes is left', async () => {
    const orderUid = next()
    const { imp_uid: paymentUid } = simulator.pay({ merchant_uid: orderUid, amount: 10_000 })
    const cancel = (amount: number, cancellable: number) =>
      provider.cancel({
        ...{ paymentUid, orderUid, amount, cancellable, reason: '환불', refundAccount: null },
        attempt: `attempt-${amount}-${cancellable}`,
      })
    expect(await cancel(3_000, 10_000)).toMatchObject({ status: 'cancelled', amount: 10_000, cancelledAmount: 3_000 })
    await expect(cancel(2_000, 10_000)).rejects.toThrow(ProviderRefused)
    expect(await cancel(7_000, 7_000)).toMatchObject({
      ...{ cancelledAmount: 10_000, cancellations: [{ amount: 3_000 }, { amount: 7_000 }] },
    })
    const { payments, hasMore } = await provider.listCancelled(1)
    const [payment] = payments
    expect(hasMore).toBe(false)
    expect([payment?.paymentUid, payment?.cancelledAt instanceof Date]).toEqual([paymentUid, true])
    const range = { since: Date.now() - 60_000, until: Date.now() + 60_000 }
    const listed = await provider.listChanged('cancelled', range, 1)
    expect(listed).toMatchObject({ pages: 1, payments: [{ paymentUid }] })
  })

  test('a key is issued, charged, found and revoked', async () => {
    const card = { cardNumber: '4111111111111111', expiry: '2030-12', birth: '900101', passwordTwoDigits: '12' }
    const key = await provider.issueKey('kc_customer-1', card)
    expect(key).toMatchObject({ maskedNumber: '4111-****-****-1111' })
    const { customerUid } = key
    const charge = { customerUid, amount: 5_000, name: '세차', buyerName: '홍길동', buyerTel: '01012345678' }
    const orderUid = next()
    const paid = await provider.charge({ ...charge, orderUid, attempt: 'attempt-1-of-a-test' })
    expect(paid).toMatchObject({ status: 'paid', orderUid, inWindow: false })
    await expect(provider.charge({ ...charge, orderUid, attempt: 'attempt-2-of-a-test' })).rejects.toThrow(
      ProviderRefused,
    )
    expect(await provider.findKey(customerUid)).toMatchObject({ customerUid })
    expect(await provider.findKey('kc_customer-1')).toMatchObject({ customerUid }) // where the response is lost
    await provider.revokeKey(customerUid)
    expect(await provider.findKey(customerUid)).toBeUndefined()
    expect(await provider.findKey('kc_customer-1')).toBeUndefined()
  })

  test('payments of test channels are read only in the sandbox', async () => {
    const orderUid = next()
    const test = { merchant_uid: orderUid, amount: 1, channel_key: 'channel-key-test' }
    const { imp_uid: paymentUid } = simulator.pay(test)
    const isSandbox = simulator.ledger().payments.find((payment) => payment.imp_uid === paymentUid)?.sandbox
    expect(isSandbox).toBe(true)
    expect(await provider.findPayment({ paymentUid, orderUid })).toBeUndefined()
    expect(await open({ sandbox: true }).findPayment({ paymentUid, orderUid })).toMatchObject({ amount: 1 })
  })

  test('the window accepts only an announced amount', async () => {
    const orderUid = next()
    await provider.announceAmount({ orderUid, amount: 2_000 })
    expect(() => simulator.pay({ merchant_uid: orderUid, amount: 1_000 })).toThrow()
  })

  // ASVS 16.5.3
  test('after an invalid response the outcome is unknown; a refused connection means unreachable', async () => {
    for (const answer of ['error', 'garbage', 'drop'] as const) {
      simulator.misbehave({ path: '/payments/cancel', answer })
      const orderUid = next()
      const { imp_uid: paymentUid } = simulator.pay({ merchant_uid: orderUid, amount: 100 })
      const cancel = { paymentUid, orderUid, amount: 100, cancellable: 100, reason: '환불', refundAccount: null }
      await expect(provider.cancel({ ...cancel, attempt: `attempt-of-${orderUid}` })).rejects.toThrow(
        ProviderOutcomeUnknown,
      )
    }
    const unreachable = open({ url: 'http://127.0.0.1:9' })
    await expect(unreachable.findPayment({ paymentUid: 'imp_1', orderUid: '1' })).rejects.toThrow(ProviderUnreachable)
  })

  test('an error holds no data of the request', async () => {
    const card = { cardNumber: '4000 0000 0000 0069', expiry: '2030-12', birth: '991231', passwordTwoDigits: '37' }
    const refused = await provider.issueKey('kc_customer-2', card).catch((error: Error) => error)
    expect(refused).toBeInstanceOf(ProviderRefused)
    simulator.misbehave({ path: '/subscribe/customers/*', answer: 'drop' })
    const unknown = await provider.issueKey('kc_customer-3', card).catch((error: Error) => error)
    for (const error of [refused, unknown]) {
      const told = `${error} ${JSON.stringify(error)} ${error instanceof Error ? error.stack : ''} ${String((error as Error).cause)}`
      for (const secret of ['0069', '991231', '2030-12']) expect(told).not.toContain(secret)
    }
  })

  if (api === 'v1')
    test('one token serves all calls, also concurrent ones, and is replaced where it is rejected', async () => {
      const fresh = open()
      const tokens = () => calls('POST /users/getToken')
      const before = tokens()
      await Promise.all(Array.from({ length: 5 }, () => fresh.listAttempts('none')))
      expect(tokens() - before).toBe(1)
      simulator.endToken()
      expect(await fresh.listAttempts('none')).toEqual([])
      expect(tokens() - before).toBe(2)
    })

  if (api === 'v2')
    test('a charge or a key whose look-up fails was made perhaps', async () => {
      const call = createV2Call({ baseUrl: simulator.url, apiSecret, storeId })
      const unreadable = createPortOneV2Provider(
        async (request) => {
          if (request.method === 'GET') throw new ProviderUnreachable('circuit breaker open')
          return call(request)
        },
        { storeId, sandbox: false, channelKey: 'channel-key-card', clockAheadMs: () => 0 },
      )
      const card = { cardNumber: '4111111111111111', expiry: '2030-12', birth: '900101', passwordTwoDigits: '12' }
      await expect(unreadable.issueKey('kc_customer-5', card)).rejects.toThrow(ProviderOutcomeUnknown)
      const key = await provider.findKey('kc_customer-5')
      const orderUid = next()
      const charge = {
        orderUid,
        amount: 5_000,
        name: '세차',
        buyerName: '홍길동',
        buyerTel: '',
        attempt: 'attempt-6-of-a-test',
      }
      const charged = unreadable.charge({ ...charge, customerUid: key?.customerUid ?? '' })
      await expect(charged).rejects.toThrow(ProviderOutcomeUnknown)
      expect(await provider.listAttempts(orderUid)).toMatchObject([{ status: 'paid' }])
    })

  if (api === 'v2')
    test('a repetition of a charge gets the first answer, and only the shown attempt can be cancelled', async () => {
      const card = { cardNumber: '4111111111111111', expiry: '2030-12', birth: '900101', passwordTwoDigits: '12' }
      const { customerUid } = await provider.issueKey('kc_customer-4', card)
      const orderUid = next()
      const charge = { customerUid, orderUid, amount: 5_000, name: '세차', buyerName: '홍길동', buyerTel: '' }
      const [first, again] = [
        await provider.charge({ ...charge, attempt: 'attempt-3-of-a-test' }),
        await provider.charge({ ...charge, attempt: 'attempt-3-of-a-test' }),
      ]
      expect(again).toEqual(first)
      const { imp_uid } = simulator.pay({ merchant_uid: orderUid, amount: 5_000, force: true })
      const cancel = { orderUid, amount: 5_000, cancellable: 5_000, reason: '환불', refundAccount: null }
      const refused = provider.cancel({ ...cancel, paymentUid: first.paymentUid, attempt: 'attempt-4-of-a-test' })
      await expect(refused).rejects.toThrow(ProviderRefused)
      await provider.cancel({ ...cancel, paymentUid: imp_uid, attempt: 'attempt-5-of-a-test' })
      expect(await provider.findPayment({ paymentUid: first.paymentUid, orderUid })).toMatchObject({ status: 'paid' })
    })
})
