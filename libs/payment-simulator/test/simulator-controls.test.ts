import { readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readSimulatorConfig } from '../src/config.ts'
import type { Simulator } from '../src/open.ts'
import {
  card,
  codeOf,
  keys,
  oldClient,
  openSimulator,
  type SimulatorClients,
  signIn,
  startSimulatorClients,
} from './simulator-clients.ts'

let simulated: SimulatorClients
let simulator: Simulator
let { received, webhookUrl, call, control, receivedBodies, next } = {} as SimulatorClients
beforeAll(async () => {
  simulated = await startSimulatorClients()
  ;({ simulator, received, webhookUrl, call, control, receivedBodies, next } = simulated)
})
afterEach(() => simulated.reset())
afterAll(() => simulated[Symbol.asyncDispose]())

test('the window: failed and open attempts, two that are both paid, and an amount other than announced', async () => {
  const merchant_uid = next()
  simulator.pay({ merchant_uid, amount: 1_000, outcome: 'failed' })
  simulator.pay({ merchant_uid, amount: 1_000, outcome: 'ready' })
  expect(await receivedBodies()).toEqual([])
  const { imp_uid } = simulator.pay({ merchant_uid, amount: 1_000 })
  expect(() => simulator.pay({ merchant_uid, amount: 1_000 })).toThrow('이미')
  const forged = simulator.pay({ merchant_uid, amount: 10, force: true })
  expect(await receivedBodies()).toMatchObject([{ imp_uid }, { imp_uid: forged.imp_uid }])
  const all = await call('GET', `/payments/findAll/${merchant_uid}`)
  expect(all.response).toMatchObject({ total: 4 })
  const part = simulator.cancel({ imp_uid, amount: 400 })
  expect(part).toMatchObject({ status: 'cancelled', cancel_amount: 400 })
  expect((await receivedBodies()).at(-1)).toMatchObject({
    imp_uid,
    status: 'cancelled',
    cancellation_id: expect.any(String),
  })
})

test('webhooks are lost, doubled, held and sent in reverse order, or sent as a form', async () => {
  const pay = () => simulator.pay({ merchant_uid: next(), amount: 1_000 }).imp_uid
  simulator.deliver({ lose: 1 })
  pay()
  const kept = pay()
  expect(await receivedBodies()).toMatchObject([{ imp_uid: kept }])
  simulator.deliver({ copies: 2 })
  const doubled = pay()
  expect(await receivedBodies()).toMatchObject([{ imp_uid: kept }, { imp_uid: doubled }, { imp_uid: doubled }])
  received.length = 0
  simulator.deliver({ copies: 1, hold: true })
  const [earlier, later] = [pay(), pay()]
  expect(await receivedBodies()).toEqual([])
  simulator.release('newest')
  expect(await receivedBodies()).toMatchObject([{ imp_uid: later }, { imp_uid: earlier }])
  received.length = 0
  simulator.deliver({ hold: false, form: true })
  const formed = pay()
  await simulator.settled()
  expect(received[0]?.type).toBe('application/x-www-form-urlencoded')
  expect(new URLSearchParams(received[0]?.body).get('imp_uid')).toBe(formed)
  const elsewhere = simulator.pay({ merchant_uid: next(), amount: 1, notice_url: `${webhookUrl}elsewhere` })
  await simulator.settled()
  expect(simulator.ledger().webhooks.at(-1)).toMatchObject({
    url: `${webhookUrl}elsewhere`,
    body: { imp_uid: elsewhere.imp_uid },
    outcome: 200,
  })
})

test('responses are lost before or after the work, errors, not JSON, refusals, late or missing', async () => {
  const access_token = await signIn(simulator.url)
  const path = '/subscribe/payments/onetime'
  const pay = (merchant_uid: string, signal?: AbortSignal) => {
    const body = JSON.stringify(Object.assign({ merchant_uid, amount: 1_000, name: '세차' }, card))
    const headers = { authorization: access_token, 'content-type': 'application/json' }
    return fetch(simulator.url + path, { method: 'POST', headers, body, ...(signal && { signal }) })
  }
  const isPaid = (merchant_uid: string) =>
    simulator.ledger().payments.some((payment) => payment.merchant_uid === merchant_uid)
  const [before, after, error, garbage, refused, silent, late] = [
    next(),
    next(),
    next(),
    next(),
    next(),
    next(),
    next(),
  ]
  simulator.misbehave({ path, work: false, answer: 'drop' })
  simulator.misbehave({ path, answer: 'drop' })
  await expect(pay(before)).rejects.toThrow()
  await expect(pay(after)).rejects.toThrow()
  expect([before, after].map(isPaid)).toEqual([false, true])
  simulator.misbehave({ path, answer: 'error' })
  expect((await pay(error)).status).toBe(500)
  simulator.misbehave({ path: '/subscribe/*', answer: 'garbage' })
  expect(await (await pay(garbage)).text()).toContain('<html>')
  simulator.misbehave({ path: '*', method: 'POST', work: false, answer: 'refusal' })
  expect(await (await pay(refused)).json()).toMatchObject({ code: 1, response: null })
  simulator.misbehave({ path, answer: 'silence' })
  const hanging = new AbortController()
  const unanswered = expect(pay(silent, hanging.signal)).rejects.toThrow()
  await expect.poll(() => isPaid(silent)).toBe(true)
  hanging.abort()
  await unanswered
  expect([error, garbage, refused, silent].map(isPaid)).toEqual([true, true, false, true])
  simulator.misbehave({ path, after: 30 })
  const began = performance.now()
  expect((await pay(late)).status).toBe(200)
  expect(performance.now() - began).toBeGreaterThan(25)
  simulator.down(true)
  await expect(pay(next())).rejects.toThrow()
  await expect(signIn(simulator.url)).rejects.toThrow()
  simulator.down(false)
  expect((await pay(next())).status).toBe(200)
  expect(simulator.ledger().calls[`POST ${path}`]).toBeGreaterThanOrEqual(9)
})

test('every control is available over HTTP', async () => {
  const merchant_uid = next()
  const paid = await control('pay', { merchant_uid, amount: 900 })
  const { imp_uid } = paid.response ?? {}
  expect(await control('cancel', { imp_uid, amount: 100 })).toMatchObject({ response: { cancel_amount: 100 } })
  const account = await control('pay', { merchant_uid: next(), amount: 900, pay_method: 'vbank' })
  expect(await control('deposit', { imp_uid: account.response?.imp_uid })).toMatchObject({
    response: { status: 'paid' },
  })
  expect(await control('cards', { customer_uid: next('card') })).toMatchObject({ response: { card_type: 0 } })
  expect(await control('clock', { advance: 1 })).toMatchObject({ code: 0 })
  expect(await control('webhooks', { lose: null, form: true })).toMatchObject({ response: { lose: null, form: true } })
  expect(await control('webhooks/release', {})).toMatchObject({ code: 0 })
  expect(await control('misbehave', { path: '/a', answer: 'drop', work: false, calls: null })).toMatchObject({
    response: [{ path: '/a', calls: null, work: false, answer: 'drop' }],
  })
  expect(await control('misbehave', { path: '/a', answer: 'dance' })).toMatchObject({ code: 1 })
  expect(await control('down', { down: true })).toMatchObject({ code: 0 })
  expect(await control('behave', {})).toMatchObject({ code: 0 })
  const { response } = await call('GET', '/control/ledger', undefined, '')
  expect(response?.payments).toContainEqual(expect.objectContaining({ merchant_uid, cancel_amount: 100 }))
})

test('a restart restores all that was responded, ignores a torn line, and no card number is in the file', async () => {
  await using folder = temporaryFolder()
  const file = join(folder.path, 'portone.jsonl')
  const options = Object.assign({ file }, keys)
  const first = await openSimulator(options)
  const client = oldClient(first.url)
  const customer_uid = 'card'
  await client.subscribe_customer.create(Object.assign({ customer_uid }, card))
  const paid = await client.subscribe.again({ customer_uid, merchant_uid: 'a', amount: 7_000, name: '구독' })
  await client.payment.prepare({ merchant_uid: 'b', amount: 5_000 })
  await client.payment.cancel({ imp_uid: paid.imp_uid, amount: 1_000 })
  const books = first.ledger()
  await client.subscribe_customer.create(Object.assign({ customer_uid: 'torn' }, card))
  await first[Symbol.asyncDispose]()
  const kept = readFileSync(file, 'utf8')
  for (const secret of ['5409260012345678', '5409-2600', '880101', 'pwd']) expect(kept).not.toContain(secret)
  truncateSync(file, Buffer.byteLength(kept) - 5)

  const second = await openSimulator(options)
  expect(second.ledger()).toMatchObject({ payments: books.payments, cards: books.cards })
  const later = oldClient(second.url)
  expect(await codeOf(later.subscribe.again({ customer_uid, merchant_uid: 'a', amount: 1, name: '구독' }))).toBe(
    'IAMPORT_1',
  )
  expect(await codeOf(later.subscribe.again({ customer_uid, merchant_uid: 'b', amount: 1, name: '구독' }))).toBe(
    'IAMPORT_1',
  )
  second.pay({ merchant_uid: 'c', amount: 1 })
  await second[Symbol.asyncDispose]()
  await using third = await openSimulator(options)
  expect(third.ledger().payments.map(({ merchant_uid }) => merchant_uid)).toEqual(['a', 'c'])
})

// ASVS 15.2.3
test('production refuses it', () => {
  const environment = { PORTONE_IMP_KEY: 'a', PORTONE_IMP_SECRET: 'b' }
  expect(readSimulatorConfig(environment)).toMatchObject({ SIMULATOR_PORT: 0 })
  const production = Object.assign({ NODE_ENV: 'production' }, environment)
  expect(() => readSimulatorConfig(production)).toThrow('not for production')
})
