import { Enum, Request } from 'iamport-rest-client-nodejs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Simulator } from '../src/open.ts'
import { createTokens } from '../src/tokens.ts'
import {
  card,
  codeOf,
  ending,
  keys,
  oldClient,
  openSimulator,
  type SimulatorClients,
  signIn,
  startSimulatorClients,
} from './simulator-clients.ts'

let simulated: SimulatorClients
let simulator: Simulator
let old: SimulatorClients['old']
let { ask, call, receivedBodies, next } = {} as SimulatorClients
beforeAll(async () => {
  simulated = await startSimulatorClients()
  ;({ simulator, old, ask, call, receivedBodies, next } = simulated)
})
afterEach(() => simulated.reset())
afterAll(() => simulated[Symbol.asyncDispose]())

test('a token is the same until it ends, and extended near its end', () => {
  let time = 1_000_000
  const tokens = createTokens(keys.key, keys.secret, () => time)
  const issue = () => tokens.issue({ imp_key: keys.key, imp_secret: keys.secret })
  const first = issue()
  expect(first).toMatchObject({ now: time, expired_at: time + 30 * 60 })
  time += 29 * 60
  expect(issue()).toMatchObject({ access_token: first.access_token, now: time, expired_at: first.expired_at })
  time += 1
  expect(issue()).toMatchObject({ access_token: first.access_token, expired_at: first.expired_at + 5 * 60 })
  time += 6 * 60 - 2
  tokens.check(`Bearer ${first.access_token}`)
  time += 1
  expect(() => tokens.check(`Bearer ${first.access_token}`)).toThrow('Unauthorized')
  expect(issue().access_token).not.toBe(first.access_token)
})

test('a token is issued for the right keys and required by all other calls, in every form that clients send', async () => {
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${simulator.url}/payments/status/all`, { headers })).status
  const access_token = await signIn(simulator.url)
  for (const authorization of [`Bearer ${access_token}`, access_token])
    expect(await statusWith({ authorization })).toBe(200)
  expect(await statusWith({ 'X-ImpTokenHeader': access_token })).toBe(200)
  expect(await statusWith({})).toBe(401)
  const wrong = { imp_key: keys.key, imp_secret: 'wrong' }
  expect(await call('POST', '/users/getToken', wrong, '')).toMatchObject({ status: 401, code: -1, response: null })
  await old.payment.prepare({ merchant_uid: next(), amount: 1 })
  simulator.endToken()
  expect(await statusWith({ authorization: access_token })).toBe(401)
  await old.payment.prepare({ merchant_uid: next(), amount: 1 }) // the client has to sign in
})

test('both clients find a card payment, by every lookup', async () => {
  const merchant_uid = next()
  const custom_data = JSON.stringify({ productId: 7 })
  const input = { merchant_uid, amount: 35_000, name: '손세차', buyer_name: '홍길동', custom_data }
  const paid = await old.subscribe.onetime(Object.assign({}, card, input))
  expect(paid).toMatchObject({
    ...input,
    imp_uid: expect.stringMatching(/^imp_\d{12}$/),
    status: 'paid',
    card_number: '540926******5678',
    cancel_amount: 0,
    currency: 'KRW',
    sandbox: false,
    failed_at: 0,
    cancelled_at: 0,
    customer_uid: null,
    cancel_history: [],
  })
  expect(await receivedBodies()).toEqual([{ imp_uid: paid.imp_uid, merchant_uid, status: 'paid' }])
  const { imp_uid } = paid
  expect(await old.payment.getByImpUid({ imp_uid })).toEqual(paid)
  expect(await old.payment.getByMerchant({ merchant_uid })).toEqual(paid)
  expect(await ask(Request.Payments.getByImpUid({ imp_uid }))).toMatchObject({ imp_uid, amount: 35_000 })
  const { PAID } = Enum.StatusEnum
  const sorting = Enum.SortingEnum.STARTED_DESC
  expect(await ask(Request.Payments.getByMerchantUid({ merchant_uid, status: PAID, sorting }))).toMatchObject({
    imp_uid,
  })
  const all = await ask(Request.Payments.getByMerchantUids({ merchant_uid, status: PAID, sorting, page: 1 }))
  expect(all).toMatchObject({ total: 1, previous: 0, next: 0, list: [{ imp_uid }] })
  expect(await ask(Request.Payments.getAmountByImpUid({ imp_uid }))).toBeDefined()
  const some = await call('GET', `/payments?imp_uid[]=${imp_uid}&imp_uid[]=imp_0&merchant_uid[]=${merchant_uid}`)
  expect(some).toMatchObject({ status: 207, code: 0, response: [{ imp_uid }, { imp_uid }] })
  expect(await call('GET', `/payments?imp_uid[]=${imp_uid}`)).toMatchObject({ status: 200 })
  expect(await codeOf(old.payment.getByImpUid({ imp_uid: 'imp_0' }))).toBe('HTTP_404')
  expect(await codeOf(old.payment.getByMerchant({ merchant_uid: 'nobody' }))).toBe('HTTP_404')
})

test('an order number is paid once, also by concurrent calls, and for the announced amount', async () => {
  const merchant_uid = next()
  await old.payment.prepare({ merchant_uid, amount: 10_000 })
  expect(await old.payment.getPrepare({ merchant_uid })).toMatchObject({ merchant_uid, amount: 10_000 })
  expect(await codeOf(old.payment.prepare({ merchant_uid, amount: 10_000 }))).toBe('IAMPORT_1')
  const pay = (amount: number) => old.subscribe.onetime(Object.assign({ merchant_uid, amount, name: '세차' }, card))
  expect(await codeOf(pay(9_999))).toBe('IAMPORT_1')
  await call('PUT', '/payments/prepare', { merchant_uid, amount: 11_000 })
  simulator.misbehave({ path: '/subscribe/payments/onetime', calls: null, before: 20 })
  const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(pay(11_000))))
  expect(codes.sort()).toEqual(['IAMPORT_1', 'IAMPORT_1', 'IAMPORT_1', 'IAMPORT_1', 'none'])
  expect(simulator.ledger().payments.filter((payment) => payment.merchant_uid === merchant_uid)).toHaveLength(1)
})

test('a key is issued, shown masked, charged repeatedly, and gone when deleted', async () => {
  const customer_uid = next('card')
  const issued = await old.subscribe_customer.create(Object.assign({ customer_uid, customer_name: '홍길동' }, card))
  expect(issued).toMatchObject({ customer_uid, card_number: '540926******5678', card_name: 'KB국민카드' })
  expect(await old.subscribe_customer.get({ customer_uid })).toEqual(issued)
  expect(await ask(Request.Customers.getBillingKey({ customer_uid }))).toMatchObject({ customer_uid })
  for (const merchant_uid of [next(), next()]) {
    const paid = await ask(Request.Subscribe.again({ customer_uid, merchant_uid, amount: 20_000, name: '구독' }))
    expect(paid).toMatchObject({ status: 'paid', customer_uid, customer_uid_usage: 'payment' })
  }
  const merchant_uid = next()
  const saved = next('card')
  await old.subscribe.onetime(Object.assign({ merchant_uid, amount: 100, name: '세차', customer_uid: saved }, card))
  const both = `/subscribe/customers?customer_uid[]=${saved}&customer_uid[]=${customer_uid}`
  expect(await call('GET', both)).toMatchObject({ status: 200, response: [{ customer_uid: saved }, { customer_uid }] })
  await old.subscribe_customer.delete({ customer_uid })
  expect(await call('GET', both)).toMatchObject({ status: 207 })
  expect(await codeOf(old.subscribe_customer.get({ customer_uid }))).toBe('HTTP_404')
  const again = old.subscribe.again({ customer_uid, merchant_uid: next(), amount: 1, name: '구독' })
  expect(await codeOf(again)).toBe('IAMPORT_1')
})

test('refunds are partial or full, never more than is left, and refused for a wrong checksum', async () => {
  const input = { merchant_uid: next(), amount: 30_000, name: '세차' }
  const { imp_uid, merchant_uid } = await old.subscribe.onetime(Object.assign({}, card, input))
  const cancel = (more: object) => old.payment.cancel(Object.assign({ imp_uid, reason: '환불' }, more))
  expect(await codeOf(cancel({ checksum: 29_999 }))).toBe('IAMPORT_1')
  expect(await codeOf(cancel({ amount: 30_001 }))).toBe('IAMPORT_1')
  expect(await codeOf(cancel({ imp_uid: 'imp_0', merchant_uid }))).toBe('IAMPORT_1')
  const failed = simulator.pay({ merchant_uid: next(), amount: 30_000, outcome: 'failed' })
  expect(await codeOf(cancel({ imp_uid: failed.imp_uid }))).toBe('IAMPORT_1')
  const part = await cancel({ amount: 10_000, checksum: 30_000 })
  expect(part).toMatchObject({ status: 'cancelled', amount: 30_000, cancel_amount: 10_000, cancel_reason: '환불' })
  expect(part.cancel_history).toMatchObject([{ amount: 10_000, cancellation_id: expect.any(String) }])
  expect(await codeOf(cancel({ checksum: 30_000 }))).toBe('IAMPORT_1')
  expect(await receivedBodies()).toEqual([{ imp_uid, merchant_uid, status: 'paid' }]) // no enable_webhook
  simulated.received.length = 0
  const whole = await call('POST', '/payments/cancel', {
    merchant_uid,
    amount: 0,
    checksum: 20_000,
    enable_webhook: true,
  })
  expect(whole.response).toMatchObject({ cancel_amount: 30_000, cancel_history: [{}, { amount: 20_000 }] })
  const [, { cancellation_id }] = (whole.response?.cancel_history ?? []) as [object, { cancellation_id: string }]
  expect(await receivedBodies()).toEqual([{ imp_uid, merchant_uid, status: 'cancelled', cancellation_id }])
  expect(await codeOf(cancel({}))).toBe('IAMPORT_1')
})

test("a card number's end decides: always declined, expired, or one error and then accepted", async () => {
  const expired = old.subscribe_customer.create(Object.assign({ customer_uid: next('card') }, ending('0069')))
  expect(await codeOf(expired)).toBe('IAMPORT_1')
  const [declined, stumbling] = [next('card'), next('card')]
  await old.subscribe_customer.create(Object.assign({ customer_uid: declined }, ending('0002')))
  await old.subscribe_customer.create(Object.assign({ customer_uid: stumbling }, ending('0119')))
  const again = (customer_uid: string, merchant_uid: string) =>
    call('POST', '/subscribe/payments/again', { customer_uid, merchant_uid, amount: 1_000, name: '구독' })
  const failed = await again(declined, next())
  expect(failed).toMatchObject({ status: 200, code: 0, response: { status: 'failed', paid_at: 0 } })
  expect(failed.response?.fail_reason).toContain('승인거절')
  const merchant_uid = next()
  expect(await again(stumbling, merchant_uid)).toMatchObject({ status: 500, code: -1, response: null })
  expect(await codeOf(old.payment.getByMerchant({ merchant_uid }))).toBe('HTTP_404')
  expect(await again(stumbling, merchant_uid)).toMatchObject({ status: 200, response: { status: 'paid' } })
  expect(await receivedBodies()).toMatchObject([{ merchant_uid, status: 'paid' }])
})

test('scheduled payments run when due and are reported whatever the result; a revoked one does not run', async () => {
  const [fine, declined] = [next('card'), next('card')]
  await old.subscribe_customer.create(Object.assign({ customer_uid: fine }, card))
  await old.subscribe_customer.create(Object.assign({ customer_uid: declined }, ending('0002')))
  const soon = Math.floor(Date.now() / 1_000) + 3_600
  const [one, other, failing] = [next(), next(), next()]
  const plan = (merchant_uid: string) => ({ merchant_uid, schedule_at: soon, amount: 5_000, name: '구독' })
  await old.subscribe.schedule({ customer_uid: fine, schedules: [plan(one), plan(other)] })
  const fields = Object.entries(plan(failing)).map(([name, value]) => [`schedules[0][${name}]`, String(value)] as const)
  const form = new URLSearchParams(Object.fromEntries([['customer_uid', declined], ...fields]))
  expect(await call('POST', '/subscribe/payments/schedule', form)).toMatchObject({ code: 0 })
  expect(await codeOf(old.subscribe.schedule({ customer_uid: fine, schedules: [plan(one)] }))).toBe('IAMPORT_1')
  await old.subscribe.unschedule({ customer_uid: fine, merchant_uid: [other] })
  expect(simulator.advance(3_000)).toEqual([])
  simulator.advance(1_000)
  const [paid, failed] = [await old.payment.getByMerchant({ merchant_uid: one }), await receivedBodies()]
  expect(paid).toMatchObject({ status: 'paid', customer_uid_usage: 'payment.scheduled' })
  expect(failed).toMatchObject([
    { merchant_uid: one, status: 'paid' },
    { merchant_uid: failing, status: 'failed' },
  ])
  expect(await ask(Request.Subscribe.getScheduled({ merchant_uid: one }))).toMatchObject({ payment_status: 'paid' })
  const status = 'revoked'
  const query = `from=${soon}&to=${soon + 1}&schedule-status=${status}`
  const revoked = await call('GET', `/subscribe/payments/schedule/customers/${fine}?${query}`)
  expect(revoked.response).toMatchObject({ total: 1, list: [{ merchant_uid: other, schedule_status: status }] })
  expect(await call('POST', `/subscribe/payments/schedule/${failing}/retry`)).toMatchObject({
    response: { status: 'failed' },
  })
  const at = soon + 90_000
  await call('POST', `/subscribe/payments/schedule/${other}/reschedule`, { schedule_at: at })
  expect(await call('PUT', `/subscribe/payments/schedule/${other}`, { schedule_at: at + 1 })).toMatchObject({
    response: { schedule_status: 'scheduled', schedule_at: at + 1 },
  })
})

test('payments are listed by status and time in pages; test channels only on request', async () => {
  await using own = await openSimulator(keys)
  const client = oldClient(own.url)
  for (const merchant_uid of ['a', 'b', 'c']) own.pay({ merchant_uid, amount: 1_000 })
  own.pay({ merchant_uid: 'd', amount: 1_000, outcome: 'failed' })
  const [first] = own.ledger().payments
  await client.payment.cancel({ imp_uid: first?.imp_uid, amount: 1 })
  const access_token = await signIn(own.url)
  const get = async (path: string) => {
    const response = await fetch(`${own.url}${path}`, { headers: { authorization: access_token } })
    return (await response.json()) as {
      code: number
      response: { total: number; next: number; list: { merchant_uid: string }[] }
    }
  }
  const numbers = async (query: string) =>
    (await get(`/payments/status/${query}`)).response.list.map((one) => one.merchant_uid)
  expect(await numbers('all')).toEqual(['d', 'c', 'b', 'a'])
  expect(await numbers('all?sorting=-updated')).toEqual(['a', 'd', 'c', 'b'])
  expect(await numbers('paid?sorting=started')).toEqual(['b', 'c'])
  expect(await numbers('cancelled')).toEqual(['a'])
  expect(await numbers('paid?to=1')).toEqual([])
  expect((await get('/payments/status/all?limit=3&page=1')).response).toMatchObject({ total: 4, previous: 0, next: 2 })
  expect(await numbers('all?limit=3&page=2')).toEqual(['a'])
  const hidden = own.pay(Object.assign({ channel_key: 'channel-key-test' }, { merchant_uid: 'e', amount: 1 }))
  expect((await get(`/payments/${hidden.imp_uid}`)).code).toBe(-1)
  expect((await get(`/payments/${hidden.imp_uid}?include_sandbox=true`)).code).toBe(0)
})
