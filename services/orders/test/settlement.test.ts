import { setImmediate } from 'node:timers/promises'
import { contract, seoulDate, settlementDays } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { rowInserter } from './insert-rows.ts'
import { codeOf, type TestMember } from './orders-service.ts'
import { op, providerBeforeAll } from './orders-with-provider.ts'

const { compareSettlement } = contract.orders
const day = 24 * 3_600_000
const price = 35_000
const money = providerBeforeAll({}, { notices: false })
let member: TestMember
let wash: string
/** The date some days before today, by the service's clock. */
const dateBefore = (days: number) => seoulDate(new Date(money.orders.clock.now().getTime() - days * day))
const compare = (date: string) => money.orders.call(compareSettlement, { date })

beforeAll(async () => {
  // far from midnight, so that all of a test is on one day
  money.orders.clock.set(`${seoulDate(new Date(Date.now() + day))}T12:00:00+09:00`)
  member = await money.orders.addMember()
  wash = (await money.orders.addProduct({ price })).id
})

/** Plays what happens at the provider some days ago. */
function before<T>(days: number, work: () => T): T {
  money.provider.advance((-days * day) / 1_000)
  const result = work()
  money.provider.advance((days * day) / 1_000)
  return result
}

/** A paid order, by the provider's clock some days ago. */
async function pay(days: number) {
  const order = await money.order(member, wash)
  const { imp_uid } = before(days, () => money.provider.pay({ merchant_uid: order.merchantUid, amount: price }))
  await money.orders.call(op.payOrder, { orderId: order.id, impUid: imp_uid }, { actor: member.actor })
  return { ...order, paymentUid: imp_uid }
}

test('a payment that was refunded later is compared on both days, and agrees', async () => {
  const [first] = [await pay(3), await pay(3)]
  before(2, () => money.provider.cancel({ imp_uid: first.paymentUid, amount: 5_000 }))
  await money.notice({ imp_uid: first.paymentUid, merchant_uid: first.merchantUid, status: 'cancelled' })
  await waitFor(async () => expect(await money.stored(first.id)).toMatchObject({ refundedAmount: 5_000 }))
  const paid = { payments: 2, paid: 2 * price, refunds: 0, refunded: 0 }
  const agreed = { complete: true, differenceCount: 0, differences: [] }
  expect(await compare(dateBefore(3))).toMatchObject({ ...agreed, provider: paid, own: paid })
  const refunded = { payments: 0, paid: 0, refunds: 1, refunded: 5_000 }
  expect(await compare(dateBefore(2))).toMatchObject({ ...agreed, provider: refunded, own: refunded })
  const none = { payments: 0, paid: 0, refunds: 0, refunded: 0 }
  expect(await compare(dateBefore(settlementDays))).toMatchObject({ ...agreed, provider: none, own: none })
})

test('each kind of difference is found, the largest first', async () => {
  const { sql } = money.orders.backend
  const rows = rowInserter(sql)
  const twice = await money.order(member, wash)
  const payTwice = () => money.provider.pay({ merchant_uid: twice.merchantUid, amount: price, force: true })
  const first = payTwice()
  await money.orders.call(op.payOrder, { orderId: twice.id, impUid: first.imp_uid }, { actor: member.actor })
  money.provider.misbehave({ path: '/payments/cancel', calls: null, answer: 'refusal', work: false })
  const second = payTwice()
  await money.notice({ imp_uid: second.imp_uid, merchant_uid: twice.merchantUid, status: 'paid' })
  await waitFor(async () => {
    const { content } = await money.orders.call(op.listOwedReturns, { state: 'open' })
    expect(content).toMatchObject([{ paymentUid: second.imp_uid }])
  })
  // an order that no job looks up, and a payment of another shop of the same account
  const unnoticed = await rows.order({ memberId: member.id, merchant_uid: 'kc_unnoticed' })
  const lost = money.provider.pay({ merchant_uid: 'kc_unnoticed', amount: 9_000 })
  const foreign = money.provider.pay({ merchant_uid: 'other-shop-1', amount: 1_000 })
  money.provider.cancel({ imp_uid: foreign.imp_uid, amount: 400 })
  const at = money.orders.clock.now()
  const gone = await rows.order({
    memberId: member.id,
    merchant_uid: 'kc_gone',
    payment_uid: 'imp_gone',
    amount: 8_000,
  })
  await rows.entry(gone.id, { at, to_state: 'Paid', cause: 'paid', paid: 8_000 })
  const altered = await pay(0)
  await rows.entry(altered.id, { at, cause: 'noted', paid: 700 })
  const { differences, differenceCount, provider, own } = await compare(dateBefore(0))
  const orderOf = (id: string, paymentUid: string, merchantUid: string) => ({ orderId: id, paymentUid, merchantUid })
  expect(differences).toEqual([
    {
      ...{ kind: 'owedReturn', movement: 'paid', ...orderOf(twice.id, second.imp_uid, twice.merchantUid) },
      ...{ providerAmount: price, ownAmount: 0 },
    },
    {
      ...{ kind: 'missingHere', movement: 'paid', ...orderOf(unnoticed.id, lost.imp_uid, 'kc_unnoticed') },
      ...{ providerAmount: 9_000, ownAmount: 0 },
    },
    {
      ...{ kind: 'missingAtProvider', movement: 'paid', ...orderOf(gone.id, 'imp_gone', 'kc_gone') },
      ...{ providerAmount: 0, ownAmount: 8_000 },
    },
    {
      ...{ kind: 'missingHere', movement: 'paid', orderId: null, paymentUid: foreign.imp_uid },
      ...{ merchantUid: 'other-shop-1', providerAmount: 1_000, ownAmount: 0 },
    },
    {
      ...{ kind: 'otherAmount', movement: 'paid', ...orderOf(altered.id, altered.paymentUid, altered.merchantUid) },
      ...{ providerAmount: price, ownAmount: price + 700 },
    },
    {
      ...{ kind: 'missingHere', movement: 'refunded', orderId: null, paymentUid: foreign.imp_uid },
      ...{ merchantUid: 'other-shop-1', providerAmount: 400, ownAmount: 0 },
    },
  ])
  expect(differenceCount).toBe(6)
  expect(provider).toEqual({ payments: 5, paid: 3 * price + 10_000, refunds: 1, refunded: 400 })
  expect(own).toEqual({ payments: 3, paid: 2 * price + 8_700, refunds: 0, refunded: 0 })
})

describe('of many payments', () => {
  const many = 1_001
  const count = () => money.provider.ledger().calls['GET /payments/status/:status'] ?? 0
  beforeAll(() =>
    before(5, () => {
      for (let index = 0; index < many; index++)
        money.provider.pay({ merchant_uid: `other-shop-many-${index}`, amount: 1_000 + index })
    }),
  )

  test('all pages are read, and the largest differences are listed', async () => {
    const { complete, provider, differenceCount, differences } = await compare(dateBefore(5))
    expect({ complete, payments: provider.payments, differenceCount }).toEqual({
      ...{ complete: true, payments: many, differenceCount: many },
    })
    expect(differences).toHaveLength(500)
    expect(differences[0]).toMatchObject({ providerAmount: 2_000 })
    expect(new Set(differences.map(({ paymentUid }) => paymentUid)).size).toBe(500)
  })

  test('none is missed of a list from which payments are removed while its pages are read', async () => {
    let next = many
    let read = count()
    let isDone = false
    const compared = compare(dateBefore(5)).finally(() => {
      isDone = true
    })
    while (!isDone) {
      if (count() > read) money.provider.cancel({ merchant_uid: `other-shop-many-${--next}` })
      read = count()
      await setImmediate()
    }
    expect((await compared).provider).toMatchObject({ payments: many })
    expect(next).toBeLessThan(many)
  })
})

test('days that the provider does not search are refused, and its silence is reported', async () => {
  for (const date of [dateBefore(-1), dateBefore(settlementDays + 1), '1826-01-01', '9999-12-31'])
    expect(await codeOf(compare(date))).toBe('VALIDATION_FAILED')
  money.provider.down(true)
  expect(await codeOf(compare(dateBefore(0)))).toBe('UNAVAILABLE')
})
