import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import { op, providerBeforeAll } from './orders-with-provider.ts'

const minute = 60_000
const day = 24 * 60 * minute
const price = 30_000
const money = providerBeforeAll()
let member: TestMember
let wash: string

beforeAll(async () => {
  member = await money.orders.addMember({ name: '이창문', phoneNumber: '+821022223333' })
  wash = (await money.orders.addProduct({ price, name: '손세차' })).id
})

const passed = (milliseconds: number) => money.orders.clock.advance(milliseconds)
const pay = (orderId: string, impUid: string) =>
  money.orders.call(op.payOrder, { orderId, impUid }, { actor: member.actor })
const inWindow = (merchantUid: string, fields: object = {}) =>
  money.provider.pay({ merchant_uid: merchantUid, amount: price, ...fields }).imp_uid
const own = (orderId: string) => money.orders.call(op.getMyOrder, { orderId }, { actor: member.actor })
const ofAdmin = (orderId: string) => money.orders.call(op.getOrder, { orderId })
/** Waits until the order was reconciled for the time that has passed. */
const reconciled = (id: string) =>
  waitFor(async () => {
    const [row] = await money.orders.backend.sql<{ check_at: Date | null }[]>`
      select check_at from orders.orders where id = ${id}`
    if (row?.check_at && row.check_at <= money.orders.clock.now()) throw new Error('not reconciled yet')
  })
/** By the provider's clock, which is not moved; in seconds. */
const dueIn = (days: number) => Math.floor((Date.now() + days * day) / 1_000)
const clockAhead = () => money.orders.clock.now().getTime() - Date.now()

const request = (merchantUid: string) => ({
  ...{ api: 'v1', impCode: 'imp00000000', channelKey: 'channel-key', merchantUid, name: '손세차', amount: price },
  ...{ buyerName: '이창문', buyerTel: '01022223333' },
})

describe("in the provider's window", () => {
  test('a declined card does not fail the order, and the next one pays it', async () => {
    const order = await money.order(member, wash)
    const declined = inWindow(order.merchantUid, { card_number: '4000-0000-0000-0002' })
    expect(await codeOf(pay(order.id, declined))).toBe('PAYMENT_FAILED')
    passed(2.5 * minute)
    await reconciled(order.id)
    expect(await own(order.id)).toEqual({ ...order, payment: request(order.merchantUid) })
    expect(await pay(order.id, inWindow(order.merchantUid))).toMatchObject({ state: 'Completed' })
    expect(await codeOf(pay(order.id, declined))).not.toBe('none')
  })

  test('an order with only failed attempts is cancelled after its 30 minutes', async () => {
    const order = await money.order(member, wash)
    inWindow(order.merchantUid, { outcome: 'failed' })
    for (const later of [13 * minute, 13 * minute]) {
      passed(later)
      await reconciled(order.id)
      expect(await money.stored(order.id)).toMatchObject({ state: 'Create' })
    }
    passed(5 * minute)
    await money.waitForState(order.id, 'Cancel')
    expect((await money.ledger(order.id)).at(-1)).toMatchObject({ cause: 'unpaid' })
  })

  test('an order is not reserved without an issued account', async () => {
    const order = await money.order(member, wash)
    const left = inWindow(order.merchantUid, { outcome: 'ready' })
    await money.notice({ imp_uid: left, merchant_uid: order.merchantUid, status: 'ready' })
    expect(await codeOf(pay(order.id, left))).toBe('PAYMENT_FAILED')
    await reconciled(order.id)
    expect(await own(order.id)).toMatchObject({ state: 'Create', payment: request(order.merchantUid) })
  })

  test('an issued account is in the order of the member and of the administrator, also after the transfer', async () => {
    const order = await money.order(member, wash)
    const due = dueIn(2)
    const impUid = inWindow(order.merchantUid, { pay_method: 'vbank', vbank_due: due })
    const reserved = await pay(order.id, impUid)
    const issued = money.provider.ledger().payments.find(({ imp_uid }) => imp_uid === impUid)
    const { dueAt, ...account } = reserved.payment?.virtualAccount ?? { dueAt: null }
    expect(account).toEqual({ bank: '신한은행', number: issued?.vbank_num, holder: '킹카' })
    expect(Math.abs(Date.parse(dueAt ?? '') - clockAhead() - due * 1_000)).toBeLessThan(minute)
    const payment = { ...request(order.merchantUid), method: 'virtualAccount', virtualAccount: { ...account, dueAt } }
    expect(reserved).toMatchObject({ state: 'Reserved', payment })
    expect((await own(order.id)).payment).toEqual(payment)
    expect((await ofAdmin(order.id)).payment).toEqual(payment)
    money.provider.deposit(impUid)
    await money.waitForState(order.id, 'Completed')
    expect((await own(order.id)).payment).toMatchObject({
      ...{ method: 'virtualAccount', virtualAccount: account },
      receiptUrl: expect.stringMatching(/^https?:/),
    })
  })

  test('a later account moves the due date, and the order waits for it', async () => {
    const order = await money.order(member, wash)
    const first = inWindow(order.merchantUid, { pay_method: 'vbank', vbank_due: dueIn(1) })
    expect(await pay(order.id, first)).toMatchObject({ state: 'Reserved' })
    const second = inWindow(order.merchantUid, { pay_method: 'vbank', vbank_due: dueIn(3), force: true })
    const number = money.provider.ledger().payments.find(({ imp_uid }) => imp_uid === second)?.vbank_num
    await waitFor(async () => expect((await own(order.id)).payment?.virtualAccount).toMatchObject({ number }))
    expect((await money.ledger(order.id)).at(-1)).toMatchObject({ cause: 'dueDateMoved', to_state: 'Reserved' })
    passed(1.5 * day)
    await reconciled(order.id)
    expect(await money.stored(order.id)).toMatchObject({ state: 'Reserved' })
    money.provider.deposit(second)
    await money.waitForState(order.id, 'Completed')
  })

  test('an account closed at the provider ends the order', async () => {
    const order = await money.order(member, wash)
    const impUid = inWindow(order.merchantUid, { pay_method: 'vbank' })
    expect(await pay(order.id, impUid)).toMatchObject({ state: 'Reserved' })
    await closeAtProvider(impUid)
    passed(3 * minute)
    await money.waitForState(order.id, 'Cancel')
    expect((await money.ledger(order.id)).at(-1)).toMatchObject({ cause: 'reservationWithdrawn' })
  })
})

test('a card payment has its method, card and receipt in the order, and in no event', async () => {
  const order = await money.order(member, wash)
  const paid = await pay(order.id, inWindow(order.merchantUid))
  const { payment } = paid
  expect(payment).toEqual({
    ...request(order.merchantUid),
    ...{ method: 'card', cardName: expect.stringMatching(/카드/), receiptUrl: expect.stringMatching(/^https?:/) },
  })
  expect((await ofAdmin(order.id)).payment).toEqual(payment)
  const listed = await money.orders.call(op.listMyOrders, { size: 100 }, { actor: member.actor })
  expect(listed.content.find(({ id }) => id === order.id)?.payment).toEqual(payment)
  const events = () =>
    money.orders.events.flatMap(({ payload }) => (payload.order as { id: string; state: string } | undefined) ?? [])
  await waitFor(() => expect(events().some(({ id, state }) => id === order.id && state === 'Completed')).toBe(true))
  expect(events().filter((each) => 'payment' in each || 'paymentDetails' in each)).toEqual([])
})

/** As a user of the provider's console does it. */
async function closeAtProvider(impUid: string): Promise<void> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const body = JSON.stringify({ imp_key: 'imp_local', imp_secret: 'imp_local_secret' })
  const signedIn = await fetch(`${money.provider.url}/users/getToken`, { ...sent, body })
  const { response } = (await signedIn.json()) as { response: { access_token: string } }
  const closed = await fetch(`${money.provider.url}/vbanks/${impUid}`, {
    method: 'DELETE',
    headers: { authorization: response.access_token },
  })
  expect(closed.status).toBe(200)
}
