import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { card, keys, openSimulator, type SimulatorClients, startSimulatorClients } from './simulator-clients.ts'

let simulated: SimulatorClients
let { simulator, call, control, old, next, receivedBodies } = {} as SimulatorClients
beforeAll(async () => {
  simulated = await startSimulatorClients()
  ;({ simulator, call, control, old, next, receivedBodies } = simulated)
})
afterEach(() => simulated.reset())
afterAll(() => simulated[Symbol.asyncDispose]())

const day = 24 * 60 * 60
/** A payment in the window. */
const pay = async (fields: object = {}) =>
  (await control('pay', { merchant_uid: next(), amount: 10_000, ...fields })).response ?? {}
const cancel = (imp_uid: unknown, fields: object = {}) => call('POST', '/payments/cancel', { imp_uid, ...fields })
const open = async (url: unknown) => {
  const response = await fetch(String(url))
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

const masked = { card_name: '신한카드', card_code: '366', card_number: '424242******4242', card_type: 0 }
const noCard = { card_name: null, card_code: null, card_number: null, apply_num: null }
const nice = { pg_provider: 'nice', emb_pg_provider: null }

test.each([
  [{}, { pay_method: 'card', ...nice, ...masked, apply_num: expect.stringMatching(/^\d{8}$/), bank_code: null }],
  [{ pay_method: 'trans' }, { ...nice, ...noCard, bank_code: '088', bank_name: '신한은행' }],
  [
    { pay_method: 'trans', bank_code: '092' },
    { bank_code: '092', bank_name: '토스뱅크', vbank_num: null },
  ],
  [{ pay_method: 'phone' }, { ...nice, ...noCard, bank_code: null }],
  [{ emb_pg_provider: 'kakaopay' }, { pay_method: 'card', pg_provider: 'nice', ...masked }],
  [
    { pay_method: 'card', pg_provider: 'naverpay' },
    { emb_pg_provider: null, pg_id: 'naverpay_test', ...masked },
  ],
  [
    { pay_method: 'point', pg_provider: 'kakaopay' },
    { emb_pg_provider: null, ...noCard },
  ],
])('a payment of %o has its payment method', async (fields, shown) => {
  const { imp_uid } = await pay(fields)
  const { response } = await call('GET', `/payments/${imp_uid}`)
  expect(response).toMatchObject({ status: 'paid', ...fields, ...shown })
  expect(await receivedBodies()).toMatchObject([{ imp_uid, status: 'paid' }])
})

test.each([{ pay_method: 'cash' }, { pg_provider: 'bank' }, { emb_pg_provider: 'toss' }])(
  'the window rejects %o',
  async (fields) => {
    const refused = await control('pay', { merchant_uid: next(), amount: 1_000, ...fields })
    expect(refused).toMatchObject({ code: 1, message: expect.stringContaining(Object.keys(fields)[0] ?? '') })
  },
)

test('a receipt of each payment and each refund opens without a token', async () => {
  const { imp_uid, merchant_uid, receipt_url } = await pay({ name: '<세차> & "왁스"', card_number: '5409260012345678' })
  const { status, type, text } = await open(receipt_url)
  expect([status, type]).toEqual([200, 'text/html; charset=utf-8'])
  for (const part of [merchant_uid, '10,000원', '540926******5678', '&lt;세차&gt; &amp; &quot;왁스&quot;'])
    expect(text).toContain(part)
  await cancel(imp_uid, { amount: 2_500, reason: '일부 환불' })
  const { response } = await cancel(imp_uid)
  const history = response?.cancel_history as { receipt_url: string; pg_tid: string; amount: number }[]
  expect(history.map(({ amount }) => amount)).toEqual([2_500, 7_500])
  const pages = await Promise.all(history.map((each) => open(each.receipt_url)))
  expect(pages.map(({ text: page }) => /[\d,]+원/.exec(page)?.[0])).toEqual(['2,500원', '7,500원'])
  expect(pages[0]?.text).toContain('일부 환불')
  const { imp_uid: failed, receipt_url: none } = await pay({ outcome: 'failed' })
  expect([failed, none]).toEqual([expect.any(String), null])
  expect((await open(`${simulator.url}/issue/IssueLoader.do?TID=none`)).status).toBe(404)
})

test('a receipt is at the address that browsers reach', async () => {
  await using behind = await openSimulator({ ...keys, publicUrl: 'https://pay.example.com/dev/portone' })
  const { receipt_url } = behind.pay({ merchant_uid: 'order', amount: 1_000 })
  expect(receipt_url).toMatch(
    /^https:\/\/pay\.example\.com\/dev\/portone\/issue\/IssueLoader\.do\?TID=nictest04m0101\d{16}&/,
  )
  const own = receipt_url?.replace('https://pay.example.com/dev/portone', behind.url)
  expect(await open(own)).toMatchObject({ status: 200 })
})

test('a payment by phone is refunded as a whole, and in its calendar month alone', async () => {
  const [first, second] = [await pay({ pay_method: 'phone' }), await pay({ pay_method: 'phone' })]
  expect(await cancel(first.imp_uid, { amount: 9_999 })).toMatchObject({
    code: 1,
    message: expect.stringContaining('2029'),
  })
  expect(await cancel(first.imp_uid)).toMatchObject({ response: { status: 'cancelled', cancel_amount: 10_000 } })
  await control('clock', { advance: 31 * day })
  try {
    expect(await cancel(second.imp_uid)).toMatchObject({ code: 1, message: expect.stringContaining('2016') })
  } finally {
    await control('clock', { advance: -31 * day })
  }
})

test('each try in the window is a payment of its own; the payer may succeed after failures', async () => {
  const merchant_uid = next()
  const tries = [
    await pay({ merchant_uid, card_number: '4242424242420002' }),
    await pay({ merchant_uid, pay_method: 'trans', outcome: 'failed' }),
    await pay({ merchant_uid, emb_pg_provider: 'naverpay', outcome: 'ready' }),
    await pay({ merchant_uid }),
  ]
  expect(new Set(tries.map(({ imp_uid }) => imp_uid)).size).toBe(4)
  expect(tries.map(({ status }) => status)).toEqual(['failed', 'failed', 'ready', 'paid'])
  expect(tries[0]).toMatchObject({ fail_reason: expect.stringContaining('8037'), receipt_url: null })
  expect(await receivedBodies()).toMatchObject([{ imp_uid: tries[3]?.imp_uid, status: 'paid' }])
  const list = async (path: string) => (await call('GET', path)).response
  expect(await list(`/payments/findAll/${merchant_uid}/failed?sorting=started`)).toMatchObject({
    total: 2,
    list: [{ imp_uid: tries[0]?.imp_uid }, { imp_uid: tries[1]?.imp_uid }],
  })
  expect(await list(`/payments/find/${merchant_uid}/ready`)).toMatchObject({ imp_uid: tries[2]?.imp_uid })
  expect(await list(`/payments/find/${merchant_uid}`)).toMatchObject({ imp_uid: tries[3]?.imp_uid })
  const again = Object.assign({ merchant_uid, amount: 10_000 }, card)
  await expect(Promise.resolve(old.subscribe.onetime(again))).rejects.toMatchObject({ code: 'IAMPORT_1' })
})
