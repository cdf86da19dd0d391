import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { codeOf, type SimulatorClients, startSimulatorClients } from './simulator-clients.ts'

let simulated: SimulatorClients
let { call, control, old, next, receivedBodies } = {} as SimulatorClients
beforeAll(async () => {
  simulated = await startSimulatorClients()
  ;({ call, control, old, next, receivedBodies } = simulated)
})
afterEach(() => simulated.reset())
afterAll(() => simulated[Symbol.asyncDispose]())

const day = 24 * 60 * 60
const start = Math.floor(Date.now() / 1_000)
const inDays = (days: number) => start + days * day
const receiver = { refund_holder: '홍길동', refund_bank: '090', refund_account: '3333012345678' }

/** A payer chooses a virtual account in the window. */
const issue = async (merchant_uid: string, fields: object = {}) =>
  (await control('pay', { merchant_uid, amount: 30_000, pay_method: 'vbank', ...fields })).response ?? {}

/** A payment that the payer has transferred. */
async function transferred(): Promise<string> {
  const { imp_uid } = await issue(next())
  expect(await control('deposit', { imp_uid })).toMatchObject({ response: { status: 'paid' } })
  return String(imp_uid)
}

test('an account has a bank, a number, a holder and a due date; its webhooks are ready and then paid', async () => {
  const merchant_uid = next()
  const input = { merchant_uid, amount: 50_000, vbank_code: '088', vbank_due: inDays(9), vbank_holder: '킹카' }
  const { imp_uid, ...ready } = await old.vbank.create(input)
  expect(ready).toMatchObject({
    status: 'ready',
    pay_method: 'vbank',
    vbank_code: '088',
    vbank_name: '신한은행',
    vbank_num: expect.stringMatching(/^\d{14}$/),
    vbank_holder: '킹카',
    vbank_date: input.vbank_due,
    paid_at: 0,
  })
  expect(await control('deposit', { imp_uid })).toMatchObject({ response: { status: 'paid', amount: 50_000 } })
  expect(await receivedBodies()).toEqual([
    { imp_uid, merchant_uid, status: 'ready' },
    { imp_uid, merchant_uid, status: 'paid' },
  ])
})

test('one order has several accounts, each of which takes its transfer', async () => {
  const merchant_uid = next()
  const first = await issue(merchant_uid)
  const second = await control('issue', { merchant_uid, amount: 30_000, vbank_code: '004', vbank_due: inDays(20) })
  expect(second.response).toMatchObject({ vbank_name: 'KB국민은행', vbank_date: inDays(20) })
  expect(second.response?.imp_uid).not.toBe(first.imp_uid)
  expect(await call('GET', `/payments/findAll/${merchant_uid}/ready`)).toMatchObject({ response: { total: 2 } })
  for (const { imp_uid } of [first, second.response ?? {}])
    expect(await control('deposit', { imp_uid })).toMatchObject({ response: { status: 'paid' } })
  expect(await control('issue', { merchant_uid, amount: 30_000 })).toMatchObject({ code: 1, response: null })
  expect(await control('issue', { merchant_uid, amount: 30_000, force: true })).toMatchObject({ code: 0 })
})

test('the window may be left without an account, or fail', async () => {
  const merchant_uid = next()
  const left = await issue(merchant_uid, { outcome: 'ready' })
  expect(left).toMatchObject({ status: 'ready', pay_method: 'vbank', vbank_num: null, vbank_date: 0 })
  expect(await issue(merchant_uid, { outcome: 'failed' })).toMatchObject({ status: 'failed', vbank_num: null })
  expect(await receivedBodies()).toEqual([])
  expect(await control('deposit', { imp_uid: left.imp_uid })).toMatchObject({ status: 400 })
  expect(await call('DELETE', `/vbanks/${left.imp_uid}`)).toMatchObject({ status: 400 })
})

test.each([
  [{ vbank_code: 'SHINHAN' }, 'vbank_code'],
  [{ vbank_code: '090' }, 'vbank_code'], // Kakaobank issues none
  [{ vbank_due: 20_301_231 }, 'vbank_due'],
  [{ vbank_due: inDays(1) + 0.5 }, 'vbank_due'],
])('an account with %o is refused', async (wrong, field) => {
  const input = { merchant_uid: next(), amount: 1_000, vbank_code: '088', vbank_due: inDays(1), vbank_holder: '킹카' }
  const refused = await call('POST', '/vbanks', { ...input, ...wrong })
  expect(refused).toMatchObject({ status: 200, code: 1, message: expect.stringContaining(`(${field})`) })
})

test('a late transfer pays; a transfer of another amount, and a second one, are refused', async () => {
  const { imp_uid } = await issue(next(), { vbank_due: inDays(1) })
  await control('clock', { advance: 40 * day })
  try {
    expect(await call('GET', `/payments/${imp_uid}`)).toMatchObject({ response: { status: 'ready' } })
    const wrong = await control('deposit', { imp_uid, amount: 29_999 })
    expect(wrong).toMatchObject({ code: 1, message: expect.stringContaining('4122') })
    expect(await control('deposit', { imp_uid, amount: 30_000 })).toMatchObject({ response: { status: 'paid' } })
    const again = await control('deposit', { imp_uid })
    expect(again).toMatchObject({ status: 400, message: expect.stringContaining('4124') })
  } finally {
    await control('clock', { advance: -40 * day })
  }
})

test('the merchant revokes an account, which then takes no transfer', async () => {
  const { imp_uid, merchant_uid } = await issue(next())
  expect(await call('DELETE', `/vbanks/${imp_uid}`)).toMatchObject({
    code: 0,
    response: { imp_uid, status: 'failed', fail_reason: '계좌말소' },
  })
  const refused = await control('deposit', { imp_uid })
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('4123') })
  expect(await call('DELETE', `/vbanks/${imp_uid}`)).toMatchObject({ status: 400, code: -1 })
  expect(await call('DELETE', '/vbanks/imp_none')).toMatchObject({ status: 404 })
  const paid = await transferred()
  expect(await call('DELETE', `/vbanks/${paid}`)).toMatchObject({ status: 400 })
  expect((await receivedBodies()).filter((body) => Object(body).merchant_uid === merchant_uid)).toHaveLength(1)
})

test('an account gets another due date or amount by API, and a later due date from the provider', async () => {
  const { imp_uid, merchant_uid } = await issue(next())
  const changed = await call('PUT', `/vbanks/${imp_uid}`, { vbank_due: inDays(5), amount: 31_000 })
  expect(changed).toMatchObject({ response: { vbank_date: inDays(5), amount: 31_000, status: 'ready' } })
  for (const wrong of [{ vbank_due: 1 }, { amount: 0 }, { amount: 1.5 }])
    expect(await call('PUT', `/vbanks/${imp_uid}`, wrong)).toMatchObject({ code: 1 })
  expect(await receivedBodies()).toHaveLength(1)
  expect(await control('extend', { imp_uid, vbank_due: inDays(12) })).toMatchObject({
    response: { vbank_date: inDays(12), amount: 31_000 },
  })
  expect((await receivedBodies()).at(-1)).toEqual({ imp_uid, merchant_uid, status: 'ready' })
  expect(await control('extend', { imp_uid })).toMatchObject({ code: 1 })
})

test('a transfer is refunded, wholly or in part, to the account that the merchant names', async () => {
  const imp_uid = await transferred()
  const cancel = (fields: object) => call('POST', '/payments/cancel', { imp_uid, ...fields })
  for (const field of Object.keys(receiver)) {
    const refused = await cancel({ ...receiver, [field]: '' })
    expect(refused).toMatchObject({ code: 1, message: expect.stringContaining(`(${field})`), response: null })
  }
  for (const [field, value] of [
    ['refund_bank', '999'],
    ['refund_bank', '88'],
    ['refund_account', '계좌번호'],
    ['refund_account', '110-123-456789'],
    ['refund_account', '12345678901234567'],
  ] as const) {
    const refused = await cancel({ ...receiver, [field]: value })
    expect(refused).toMatchObject({ code: 1, message: expect.stringContaining(`(${field})`), response: null })
  }
  expect(await call('GET', `/payments/${imp_uid}`)).toMatchObject({ response: { status: 'paid', cancel_amount: 0 } })
  expect(await codeOf(old.payment.cancel({ imp_uid }))).toBe('IAMPORT_1')

  const part = await cancel({ ...receiver, amount: 1_000, checksum: 30_000 })
  expect(part.response).toMatchObject({ status: 'cancelled', cancel_amount: 1_000 })
  const rest = await cancel({ ...receiver, refund_tel: '010-1234-5678', checksum: 29_000 })
  expect(rest.response).toMatchObject({ cancel_amount: 30_000 })
  expect(JSON.stringify(rest)).not.toContain(receiver.refund_account)
  const { response } = await call('GET', '/control/ledger', undefined, '')
  expect(response?.transfers).toMatchObject([
    { imp_uid, amount: 1_000, ...receiver, refund_tel: null },
    { imp_uid, amount: 29_000, ...receiver, refund_tel: '010-1234-5678' },
  ])
})

test('the bank codes are listed', async () => {
  const { response } = await call('GET', '/banks')
  expect(response).toContainEqual({ code: '088', name: '신한은행' })
  expect(await call('GET', '/banks/092')).toMatchObject({ response: { code: '092', name: '토스뱅크' } })
  for (const code of ['000', 'toString']) expect(await call('GET', `/banks/${code}`)).toMatchObject({ status: 404 })
})
