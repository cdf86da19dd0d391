import { randomUUID } from 'node:crypto'
import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { codeOf, startTestOrders, type TestMember } from './orders-service.ts'
import { assertBooksAgree, goodCard, newKey, op, providerBeforeAll } from './orders-with-provider.ts'

/* Rare cases: each of these lost money, charged twice or hung for ever in an earlier version of the code. */

const day = 24 * 3_600_000
const minute = 60_000
const monthly = { type: 'subscribe', billingMonths: 1, useLimit: 4 } as const
const money = providerBeforeAll({}, { notices: false })
let member: TestMember
let wash: string

beforeAll(async () => {
  member = await money.orders.addMember()
  wash = (await money.orders.addProduct({ price: 35_000 })).id
})

const sql = () => money.orders.backend.sql
const pay = (orderId: string, input: object, idempotencyKey?: string) =>
  money.orders.call(
    op.payOrder,
    { orderId, ...input },
    { actor: member.actor, ...(idempotencyKey && { idempotencyKey }) },
  )
const passed = (milliseconds: number) => money.orders.clock.advance(milliseconds)

async function subscribe(price: number) {
  const { id } = await money.orders.addProduct({ ...monthly, price })
  const card = await money.card(member)
  const order = await pay((await money.order(member, id)).id, { cardId: card.id })
  return { card, order, productId: order.userProductId ?? '' }
}
const productOf = async (id: string) => {
  const [row] = await sql()<{ state: string; ends_at: Date; next_billing_at: Date | null; refunding: boolean }[]>`
    select state, ends_at, next_billing_at, refunding from orders.user_products where id = ${id}`
  if (!row) throw new Error('no product')
  return row
}
describe('a renewal', () => {
  test('that costs nothing needs no card, and does not block others', async () => {
    const free = await subscribe(0)
    const dear = await subscribe(29_900)
    const ends = (await productOf(free.productId)).ends_at
    passed(32 * day)
    await waitFor(async () => {
      for (const { productId } of [free, dear]) expect((await productOf(productId)).ends_at > ends).toBe(true)
    })
  })

  test('is rarely tried while the provider is unreachable', async () => {
    await using orders = await startTestOrders({ PORTONE_IMP_KEY: 'a', PORTONE_IMP_SECRET: 'b' }) // no server listens there
    const [memberId, id] = [randomUUID(), randomUUID()]
    const at = orders.clock.now()
    const card = {
      member_id: memberId,
      customer_uid: 'c',
      issuer: '신한',
      masked_number: '1',
      main: true,
      state: 'kept',
    }
    const { sql: rows } = orders.backend
    await rows`insert into orders.cards ${rows({ id: randomUUID(), ...card, created_at: at, changed_at: at })}`
    const product = {
      member_id: memberId,
      product_id: randomUUID(),
      product_name: '월 4회',
      type: 'subscribe',
      price: 9,
    }
    const period = { starts_at: at, ends_at: at, next_billing_at: at, created_at: at, billing_months: 1 }
    const more = { store_ids: rows.json([]), state: 'Available' }
    await rows`insert into orders.user_products ${rows({ id, ...product, ...period, ...more })}`
    const tries = async () => {
      const [row] = await rows<{ count: number }[]>`select count(*)::int as count from orders.intents`
      return row?.count ?? 0
    }
    await waitFor(async () => expect(await tries()).toBeGreaterThan(1))
    const [began, before] = [Date.now(), await tries()]
    while (Date.now() - began < 2_000) await orders.call(op.listUserProducts, {}) // time for a wrong charge
    expect((await tries()) - before).toBeLessThanOrEqual(3)
    const [row] = await rows<{ state: string }[]>`select state from orders.user_products`
    expect(row?.state).toBe('Available')
  })

  test('continues when an earlier period is refunded', async () => {
    const { productId, order } = await subscribe(29_900)
    const { ends_at } = await productOf(productId)
    passed(32 * day)
    await waitFor(async () => expect((await productOf(productId)).ends_at > ends_at).toBe(true))
    await money.orders.call(op.refundOrder, { orderId: order.id, reason: '지난달' })
    expect(await money.stored(order.id)).toMatchObject({ state: 'Refund' })
    expect(await productOf(productId)).toMatchObject({ state: 'Available', refunding: false })
    expect((await productOf(productId)).next_billing_at).not.toBeNull()
  })
})

describe('a renewal paid after its product has ended', () => {
  test('is refunded, again an hour after the provider has refused it', async () => {
    const { productId } = await subscribe(29_900)
    money.provider.misbehave({ path: '/subscribe/payments/again', calls: null, before: 1_500 }) // other tests’ renewals too
    money.provider.misbehave({ path: '/payments/cancel', work: false, answer: 'refusal' })
    passed(32 * day)
    const id = await waitFor(async () => {
      const [row] = await sql()<{ id: string }[]>`
        select o.id from orders.orders o join orders.intents i on i.order_id = o.id
        where o.renews = ${productId} and i.state = 'open'`
      if (!row) throw new Error('is not being charged yet')
      return row.id
    })
    await sql()`update orders.user_products set state = 'Complete', next_billing_at = null where id = ${productId}`
    const causes = async () => (await money.ledger(id)).map(({ cause }) => cause)
    const refused = ['renewal', 'paid', 'return.renewalOfEnded', 'cancelRefused']
    await waitFor(async () => expect(await causes()).toEqual(refused))
    expect(await money.stored(id)).toMatchObject({ state: 'Paid', refundedAmount: 0 })

    passed(40 * minute)
    await waitFor(async () => expect(await minutesToCheck(id)).toBeGreaterThan(10))
    expect(await causes()).toEqual(refused) // not yet
    passed(21 * minute)
    await money.waitForState(id, 'Refund')
    expect(await causes()).toEqual([...refused, 'renewalOfEnded'])
  })
})

/** Minutes until an order is reconciled again. */
async function minutesToCheck(id: string): Promise<number> {
  const [row] = await sql()<{ check_at: Date | null }[]>`select check_at from orders.orders where id = ${id}`
  return row?.check_at ? (row.check_at.getTime() - money.orders.clock.now().getTime()) / minute : 0
}

describe('a charge', () => {
  test('is not ended by an earlier failed attempt in the window', async () => {
    const card = await money.card(member)
    const order = await money.order(member, wash)
    money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000, outcome: 'failed' })
    money.provider.misbehave({ path: '/subscribe/payments/again', calls: null, before: 1_500 }) // other tests’ renewals too
    const paying = pay(order.id, { cardId: card.id })
    await waitFor(async () => expect(await openIntents(order.id)).toBe(1))
    await money.notice({ imp_uid: 'imp_1', merchant_uid: order.merchantUid, status: 'failed' })
    await waitFor(async () => expect(await openWebhooks(order.id)).toBe(0))
    expect(await paying).toMatchObject({ state: 'Completed' })
  })

  test('in progress is left to the process that sent it, also by one whose clock is ahead', async () => {
    const card = await money.card(member)
    const order = await money.order(member, wash)
    money.provider.misbehave({ path: '/subscribe/payments/again', before: 2_500 })
    const paying = pay(order.id, { cardId: card.id })
    await waitFor(async () => expect(await openIntents(order.id)).toBe(1))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * minute })
    try {
      expect(await paying).toMatchObject({ state: 'Completed' })
    } finally {
      vi.useRealTimers()
    }
    const lost = await sql()`select 1 from orders.ledger where order_id = ${order.id} and cause = 'chargeLost'`
    expect(lost).toHaveLength(0)
  })

  test('that is still pending at the provider does not count as lost', async () => {
    const card = await money.card(member)
    const order = await money.order(member, wash)
    money.provider.misbehave({ path: '/subscribe/payments/again', work: false, answer: 'drop' })
    expect(await codeOf(pay(order.id, { cardId: card.id }))).toBe('UNAVAILABLE')
    const impUid = await awaitTransfer(order.merchantUid)
    passed(3 * minute)
    await new Promise((resolve) => setTimeout(resolve, 2_500)) // longer than a charge takes to be lost, in this test
    expect(await openIntents(order.id)).toBe(1)
    money.provider.deposit(impUid)
    passed(3 * minute)
    await money.waitForState(order.id, 'Completed')
  })

  test('that never arrived is lost, also while a transfer is awaited in the window', async () => {
    const card = await money.card(member)
    const order = await money.order(member, wash)
    money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000, pay_method: 'vbank' })
    money.provider.misbehave({ path: '/subscribe/payments/again', work: false, answer: 'drop' })
    expect(await codeOf(pay(order.id, { cardId: card.id }))).toBe('UNAVAILABLE')
    await waitFor(async () => expect(await openIntents(order.id)).toBe(0))
    expect(await pay(order.id, { cardId: card.id })).toMatchObject({ state: 'Completed' })
  })

  test('with the same key is refused for another order, and repeated for the same', async () => {
    const [card, other] = [await money.card(member), await money.card(member)]
    const order = await money.order(member, wash)
    const key = newKey()
    const paid = await pay(order.id, { cardId: card.id }, key)
    await money.orders.call(op.deleteCard, { id: card.id }, { actor: member.actor })
    expect(await pay(order.id, { cardId: card.id }, key)).toEqual(paid)
    expect(await codeOf(pay(order.id, { cardId: other.id }, key))).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})

/** Adds a pending payment that was not begun in the window, and returns its imp_uid. */
async function awaitTransfer(merchantUid: string): Promise<string> {
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: token }
    const answer = await fetch(money.provider.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { response: Record<string, string> }).response
  }
  const { access_token } = await post('/users/getToken', { imp_key: 'imp_local', imp_secret: 'imp_local_secret' })
  const due = Math.floor(Date.now() / 1_000) + 86_400
  const account = { vbank_code: '004', vbank_due: due, vbank_holder: '킹카', amount: 35_000 }
  return (await post('/vbanks', { merchant_uid: merchantUid, ...account }, access_token)).imp_uid ?? ''
}

const openIntents = async (orderId: string) => {
  const rows = await sql()`select 1 from orders.intents where order_id = ${orderId} and state = 'open'`
  return rows.length
}
const openWebhooks = async (orderId: string) => {
  const rows = await sql()`select 1 from orders.webhooks where order_id = ${orderId} and done_at is null`
  return rows.length
}

test('the confirmation of a failed attempt finds the one that succeeded', async () => {
  const order = await money.order(member, wash)
  const failed = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000, outcome: 'failed' })
  money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
  await codeOf(pay(order.id, { impUid: failed.imp_uid }))
  expect(await money.stored(order.id)).toMatchObject({ state: 'Completed' })
})

test('the refund of a first payment does not cover the webhook of a second', async () => {
  const order = await money.order(member, wash)
  const first = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
  await pay(order.id, { impUid: first.imp_uid })
  const second = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000, force: true })
  money.provider.misbehave({ path: '/payments', method: 'GET', answer: 'error' }) // the lookup that the webhook causes
  await money.notice({ imp_uid: second.imp_uid, merchant_uid: order.merchantUid, status: 'paid' })
  await waitFor(() => expect(money.provider.rules).toEqual([])) // the lookup failed
  await money.orders.call(op.refundOrder, { orderId: order.id, reason: '요청' })
  passed(5 * minute)
  await waitFor(() => {
    const found = money.provider.ledger().payments.find(({ imp_uid }) => imp_uid === second.imp_uid)
    expect(found).toMatchObject({ status: 'cancelled', cancel_amount: 35_000 })
  })
})

test("a forged webhook about a payment does not hide the provider's", async () => {
  const [order, other] = [await money.order(member, wash), await money.order(member, wash)]
  const { imp_uid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
  await money.notice({ imp_uid, merchant_uid: other.merchantUid, status: 'paid' })
  await money.notice({ imp_uid, merchant_uid: order.merchantUid, status: 'paid' })
  await money.waitForState(order.id, 'Completed')
})

test('concurrent card registrations are counted, and two first cards make one main card', async () => {
  const guesser = await money.orders.addMember()
  const register = (who: TestMember, cardNumber: string) =>
    codeOf(
      money.orders.call(
        op.createCard,
        { cardNumber, expiry: '2030-12', birth: '900101', passwordTwoDigits: '12' },
        { actor: who.actor },
      ),
    )
  const codes = await Promise.all(Array.from({ length: 20 }, () => register(guesser, '4000-0000-0000-0069')))
  expect(codes.filter((code) => code === 'CARD_REFUSED').length).toBeLessThanOrEqual(10)
  const newcomer = await money.orders.addMember()
  expect(await Promise.all([register(newcomer, goodCard), register(newcomer, goodCard)])).toEqual(['none', 'none'])
  const cards = await money.orders.call(op.listCards, {}, { actor: newcomer.actor })
  expect(cards.map(({ main }) => main)).toEqual([true, false])
})

// ASVS 1.3.6
test('payment ids that a member invents reach no other path of the provider, and are counted', async () => {
  const guesser = await money.orders.addMember()
  const order = await money.order(guesser, wash)
  const ask = (impUid: string) =>
    codeOf(money.orders.call(op.payOrder, { orderId: order.id, impUid }, { actor: guesser.actor }))
  for (const impUid of ['..', '.', 'a/b', 'a?b', '']) expect(await ask(impUid)).toBe('VALIDATION_FAILED')
  const codes: string[] = []
  for (let at = 0; at < 31; at++) codes.push(await ask(`imp_${at}`))
  expect(codes.slice(0, 30).every((code) => code === 'PAYMENT_FAILED')).toBe(true)
  expect(codes.at(-1)).toBe('RATE_LIMITED')
})

test('both ledgers agree in the end', async () => {
  passed(40 * minute)
  await waitFor(() => assertBooksAgree(money))
})
