import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ending, type SimulatorClients, startSimulatorClients } from './simulator-clients.ts'

let simulated: SimulatorClients
let { call, control, next, receivedBodies } = {} as SimulatorClients
beforeAll(async () => {
  simulated = await startSimulatorClients()
  ;({ call, control, next, receivedBodies } = simulated)
})
afterEach(() => simulated.reset())
afterAll(() => simulated[Symbol.asyncDispose]())

/** Issues a billing key for a card whose number has this end. */
async function issueKey(four = '5678'): Promise<string> {
  const customer_uid = next('card')
  expect(await call('POST', `/subscribe/customers/${customer_uid}`, ending(four))).toMatchObject({ code: 0 })
  return customer_uid
}
const charge = (customer_uid: string) =>
  call('POST', '/subscribe/payments/again', { customer_uid, merchant_uid: next(), amount: 5_000, name: '구독' })
const declined = (reason: string) => ({
  status: 200,
  code: 0,
  response: { status: 'failed', fail_reason: expect.stringContaining(reason), paid_at: 0, receipt_url: null },
})
const paid = { code: 0, response: { status: 'paid', fail_reason: null } }

test.each([
  ['0002', '8037', '승인거절'],
  ['9995', '3095', '한도초과'],
  ['9987', '3095', '분실'],
  ['5001', '2159', '점검'],
  ['5002', 'A299', '지연'],
])('a card that ends in %s gets a key, and each charge of it fails with %s', async (four, code, words) => {
  const customer_uid = await issueKey(four)
  for (const _ of [1, 2]) {
    const failed = await charge(customer_uid)
    expect(failed).toMatchObject(declined(`[결제승인실패(${code})]`))
    expect(failed.response?.fail_reason).toContain(words)
  }
  expect(await receivedBodies()).toEqual([])
  const inWindow = await control('pay', { merchant_uid: next(), amount: 5_000, card_number: `424242424242${four}` })
  expect(inWindow).toMatchObject(declined(code))
})

test('a card that ends in 5003 is declined for maintenance once', async () => {
  const [one, other] = [await issueKey('5003'), await issueKey('5003')]
  expect(await charge(one)).toMatchObject(declined('2159'))
  expect(await charge(one)).toMatchObject(paid)
  expect(await charge(other)).toMatchObject(declined('2159'))
  expect(await charge(other)).toMatchObject(paid)
})

test('a control declines the next charges of a card, or of every card', async () => {
  const [one, other] = [await issueKey(), await issueKey()]
  expect(await control('refuse', { refusal: 'connection', customer_uid: one, payments: 2 })).toMatchObject({
    response: [{ refusal: 'connection', customer_uid: one, payments: 2 }],
  })
  expect(await charge(other)).toMatchObject(paid)
  expect(await charge(one)).toMatchObject(declined('A401'))
  expect(await charge(one)).toMatchObject(declined('A401'))
  expect(await charge(one)).toMatchObject(paid)
  await control('refuse', { refusal: 'lost', payments: null })
  for (const uid of [one, other]) expect(await charge(uid)).toMatchObject(declined('분실'))
  expect(await control('pay', { merchant_uid: next(), amount: 5_000 })).toMatchObject(declined('분실'))
  expect(await control('pay', { merchant_uid: next(), amount: 5_000, pay_method: 'trans' })).toMatchObject(paid)
  await control('behave', {})
  expect(await charge(one)).toMatchObject(paid)
  for (const wrong of [{}, { refusal: 'toString' }])
    expect(await control('refuse', wrong)).toMatchObject({ code: 1, response: null })
})

test('a try in the window fails for the reason that the control names, or because the payer closed it', async () => {
  const merchant_uid = next()
  const tried = (fields: object) => control('fail', { merchant_uid, amount: 5_000, ...fields })
  expect(await tried({ refusal: 'timeout' })).toMatchObject(declined('A299'))
  expect(await tried({ pay_method: 'vbank' })).toMatchObject(declined('사용자가 결제를 취소'))
  expect(await tried({ card_number: '4242424242420002' })).toMatchObject(declined('8037'))
  expect(await tried({ refusal: 'none' })).toMatchObject({ code: 1 })
  expect(await call('GET', `/payments/findAll/${merchant_uid}`)).toMatchObject({ response: { total: 3 } })
  expect(await control('pay', { merchant_uid, amount: 5_000 })).toMatchObject(paid)
})
