import { setTimeout as wait } from 'node:timers/promises'
import type { Simulator } from '@kingcar/payment-simulator'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Caller, createCall } from '../src/provider/portone/call.ts'
import { createPortOneProvider } from '../src/provider/portone/client.ts'
import {
  type PaymentProvider,
  ProviderOutcomeUnknown,
  ProviderRefused,
  ProviderUnreachable,
} from '../src/provider/provider.ts'
import { openSimulator } from './open-simulator.ts'

/* KingCar's client of PortOne's API against the simulator; what the service makes of it is tested elsewhere. */

const keys = { impKey: 'imp_local', impSecret: 'imp_local_secret' }
let simulator: Simulator
let provider: PaymentProvider
let orders = 0
const next = () => `order_${++orders}`
type Over = { impSecret?: string; sandbox?: boolean; ahead?: number; patience?: Caller }
const open = ({ sandbox = false, ahead = 0, impSecret = keys.impSecret, patience }: Over = {}) => {
  const call = createCall({ baseUrl: `${simulator.url}/`, impKey: keys.impKey, impSecret }, patience)
  return createPortOneProvider(call, { sandbox, channelKey: '', clockAheadMs: () => ahead })
}
const calls = (path: string) => simulator.ledger().calls[path] ?? 0

beforeAll(async () => {
  simulator = await openSimulator({ key: keys.impKey, secret: keys.impSecret })
  provider = open()
})
afterEach(() => simulator.behave())
afterAll(() => simulator[Symbol.asyncDispose]())

test('one token serves all calls, also concurrent ones, and is replaced where it is rejected', async () => {
  const fresh = open()
  const tokens = () => calls('POST /users/getToken')
  const before = tokens()
  await Promise.all(Array.from({ length: 5 }, () => fresh.listAttempts('none')))
  expect(tokens() - before).toBe(1)
  simulator.endToken()
  expect(await fresh.listAttempts('none')).toEqual([])
  expect(tokens() - before).toBe(2)
  await expect(open({ impSecret: 'wrong' }).listAttempts('none')).rejects.toThrow(ProviderUnreachable)
})

test('an unresponsive provider gets no payment, and the call fails within two seconds', async () => {
  const fresh = open()
  await fresh.listAttempts('none') // fetches a token
  await wait(300) // longer than a response counts as a sign of life
  simulator.misbehave({ path: '*', calls: null, answer: 'silence' })
  const began = performance.now()
  const card = { cardNumber: '4111-1111-1111-1111', expiry: '2049-12', birth: '900101', passwordTwoDigits: '12' }
  const issued = () => calls('POST /subscribe/customers/:uid')
  const before = issued()
  await expect(fresh.issueKey('somebody', card)).rejects.toThrow(ProviderUnreachable)
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(issued()).toBe(before)
})

test('jobs wait for a slow provider, and callers do not', async () => {
  const [callers, workers] = [open(), open({ patience: 'forWorkers' })]
  await Promise.all([callers.listAttempts('none'), workers.listAttempts('none')]) // both fetch tokens
  simulator.misbehave({ path: '/payments/*', calls: null, before: 2_000 })
  const asked = [callers.findPayment('imp_none'), workers.findPayment('imp_none')]
  const [forCallers, forWorkers] = await Promise.allSettled(asked)
  expect(forCallers).toMatchObject({ status: 'rejected', reason: expect.any(ProviderOutcomeUnknown) })
  expect(forWorkers).toEqual({ status: 'fulfilled', value: undefined })
})

test('the times of a payment are null for events that have not happened', async () => {
  const orderUid = next()
  const { imp_uid } = simulator.pay({ merchant_uid: orderUid, amount: 1_000, pay_method: 'vbank' })
  const awaited = await provider.findPayment(imp_uid)
  expect(awaited).toMatchObject({ orderUid, status: 'ready', paidAt: null, cancelledAmount: 0, currency: 'KRW' })
  expect(awaited?.dueAt).toBeInstanceOf(Date)
  simulator.deposit(imp_uid)
  const [paid] = await provider.listAttempts(orderUid)
  expect(paid).toMatchObject({ status: 'paid', amount: 1_000, inWindow: true })
  expect(paid?.paidAt).toBeInstanceOf(Date)
  expect(await provider.findPayment('imp_none')).toBeUndefined()
  expect(await provider.findAttemptedOrders([orderUid, 'none'])).toEqual(new Set([orderUid]))
  expect(await provider.findAttemptedOrders(['none'])).toEqual(new Set())
})

test('a partial refund is read as one, and never exceeds what KingCar believes is left', async () => {
  const { imp_uid: paymentUid } = simulator.pay({ merchant_uid: next(), amount: 10_000 })
  const cancel = (amount: number, cancellable: number) =>
    provider.cancel({ paymentUid, amount, cancellable, reason: '환불', refundAccount: null })
  expect(await cancel(3_000, 10_000)).toMatchObject({ status: 'cancelled', amount: 10_000, cancelledAmount: 3_000 })
  await expect(cancel(3_000, 10_000)).rejects.toThrow(ProviderRefused)
  expect(await cancel(7_000, 7_000)).toMatchObject({ cancelledAmount: 10_000 })
  const { payments, hasMore } = await provider.listCancelled(1)
  const [payment] = payments
  expect(hasMore).toBe(false)
  expect([payment?.paymentUid, payment?.cancelledAt instanceof Date]).toEqual([paymentUid, true])
})

test('a key is issued, charged, found and revoked', async () => {
  const card = { cardNumber: '4111111111111111', expiry: '2030-12', birth: '900101', passwordTwoDigits: '12' }
  const key = await provider.issueKey('customer-1', card)
  expect(key).toMatchObject({ customerUid: 'customer-1', maskedNumber: '4111-****-****-1111' })
  const charge = {
    customerUid: 'customer-1',
    amount: 5_000,
    name: '세차',
    buyerName: '홍길동',
    buyerTel: '01012345678',
  }
  const orderUid = next()
  expect(await provider.charge({ ...charge, orderUid })).toMatchObject({ status: 'paid', orderUid, inWindow: false })
  await expect(provider.charge({ ...charge, orderUid })).rejects.toThrow(ProviderRefused)
  expect(await provider.findKey('customer-1')).toMatchObject({ customerUid: 'customer-1' })
  await provider.revokeKey('customer-1')
  expect(await provider.findKey('customer-1')).toBeUndefined()
})

test('payments of test channels are read only in the sandbox', async () => {
  const { imp_uid } = simulator.pay({ merchant_uid: next(), amount: 1, channel_key: 'channel-key-test' } as never)
  const isSandbox = simulator.ledger().payments.find((payment) => payment.imp_uid === imp_uid)?.sandbox
  expect(isSandbox).toBe(true)
  expect(await provider.findPayment(imp_uid)).toBeUndefined()
  expect(await open({ sandbox: true }).findPayment(imp_uid)).toMatchObject({ amount: 1 })
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
    const { imp_uid: paymentUid } = simulator.pay({ merchant_uid: next(), amount: 100 })
    await expect(
      provider.cancel({ paymentUid, amount: 100, cancellable: 100, reason: '', refundAccount: null }),
    ).rejects.toThrow(ProviderOutcomeUnknown)
  }
  const unreachable = createPortOneProvider(createCall({ baseUrl: 'http://127.0.0.1:9', ...keys }), {
    sandbox: false,
    channelKey: '',
    clockAheadMs: () => 0,
  })
  await expect(unreachable.findPayment('imp_1')).rejects.toThrow(ProviderUnreachable)
})

test('an error holds no data of the request', async () => {
  const card = { cardNumber: '4000 0000 0000 0069', expiry: '2030-12', birth: '991231', passwordTwoDigits: '37' }
  const refused = await provider.issueKey('customer-2', card).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(ProviderRefused)
  simulator.misbehave({ path: '/subscribe/customers/*', answer: 'drop' })
  const unknown = await provider.issueKey('customer-3', card).catch((error: Error) => error)
  for (const error of [refused, unknown]) {
    const told = `${error} ${JSON.stringify(error)} ${error instanceof Error ? error.stack : ''} ${String((error as Error).cause)}`
    for (const secret of ['0069', '991231', '2030-12']) expect(told).not.toContain(secret)
  }
})
