import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import { assertBooksAgree, goodCard, op, providerBeforeAll } from './orders-with-provider.ts'

const day = 24 * 3_600_000
const declined = '4000-0000-0000-0002'
const money = providerBeforeAll()
let monthly: string

beforeAll(async () => {
  monthly = (
    await money.orders.addProduct({ type: 'subscribe', name: '월 4회', price: 29_900, billingMonths: 1, useLimit: 4 })
  ).id
})

type Product = {
  id: string
  state: string
  starts_at: Date
  ends_at: Date
  next_billing_at: Date | null
  due_at: Date | null
  remaining_uses: number
}

async function subscribe(member: TestMember, number = goodCard) {
  const card = await money.card(member, number)
  const { id } = await money.order(member, monthly)
  const order = await money.orders.call(op.payOrder, { orderId: id, cardId: card.id }, { actor: member.actor })
  if (order.userProductId === null) throw new Error('no product was given')
  return { card, order, productId: order.userProductId }
}
async function product(id: string): Promise<Product> {
  const [row] = await money.orders.backend.sql<Product[]>`select * from orders.user_products where id = ${id}`
  if (!row) throw new Error('no product')
  return row
}
const renewals = (id: string) => money.orders.backend.sql<{ id: string; state: string; fail_reason: string | null }[]>`
  select id, state, fail_reason from orders.orders where renews = ${id} order by created_at, id`
/** Moves the clock past a time and waits until everything due then is done. */
async function pass(until: Date | null | undefined, condition: () => Promise<void>): Promise<void> {
  if (!until) throw new Error('nothing is due')
  money.orders.clock.advance(until.getTime() + 1_000 - money.orders.clock.now().getTime())
  await waitFor(condition)
}

describe('a subscription', () => {
  test('is renewed with the main card at the end of each period, from its anchor, and has all its uses again', async () => {
    money.orders.clock.set('2027-01-31T12:00:00+09:00')
    const member = await money.orders.addMember()
    const { productId } = await subscribe(member)
    await money.orders.backend.sql`update orders.user_products set remaining_uses = 0 where id = ${productId}`
    const ends: string[] = []
    for (let month = 1; month <= 3; month++) {
      const before = await product(productId)
      ends.push(before.ends_at.toISOString().slice(0, 10))
      await pass(before.ends_at, async () => expect((await product(productId)).ends_at > before.ends_at).toBe(true))
      expect(await product(productId)).toMatchObject({ state: 'Available', remaining_uses: 4 })
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
    expect((await renewals(productId)).map(({ state }) => state)).toEqual(['Completed', 'Completed', 'Completed'])
  })

  test('without payment is unavailable, charged again after 1, 3 and 5 days, and ends', async () => {
    const member = await money.orders.addMember()
    const { productId } = await subscribe(member)
    await money
      .card(member, declined)
      .then(({ id }) => money.orders.call(op.updateCard, { id, main: true }, { actor: member.actor }))
    const { ends_at: due } = await product(productId)
    for (const [at, days] of [0, 1, 3, 5].entries()) {
      await pass(new Date(due.getTime() + days * day), async () =>
        expect((await renewals(productId)).filter(({ state }) => state === 'Fail')).toHaveLength(at + 1),
      )
      const next = [1, 3, 5][at]
      const seen = await product(productId)
      if (next === undefined) expect(seen).toMatchObject({ state: 'Complete', next_billing_at: null })
      else expect(seen).toMatchObject({ state: 'Unavailable', next_billing_at: new Date(due.getTime() + next * day) })
    }
  })

  test('without payment continues immediately with another card, and keeps its day', async () => {
    const member = await money.orders.addMember()
    const { productId, card } = await subscribe(member)
    const bad = await money.card(member, declined)
    await money.orders.call(op.updateCard, { id: bad.id, main: true }, { actor: member.actor })
    const { ends_at: due, starts_at } = await product(productId)
    await pass(due, async () => expect(await product(productId)).toMatchObject({ state: 'Unavailable' }))
    await money.orders.call(op.updateCard, { id: card.id, main: true }, { actor: member.actor })
    await waitFor(async () => expect(await product(productId)).toMatchObject({ state: 'Available', due_at: null }))
    const { ends_at } = await product(productId)
    expect(ends_at.getTime() - due.getTime()).toBeGreaterThan(27 * day)
    expect(starts_at).toEqual((await product(productId)).starts_at)
  })

  test('without a card fails with another reason than a declined one', async () => {
    const member = await money.orders.addMember()
    const { productId, card } = await subscribe(member)
    await money.orders.call(op.deleteCard, { id: card.id }, { actor: member.actor })
    const { ends_at } = await product(productId)
    await pass(ends_at, async () => expect(await product(productId)).toMatchObject({ state: 'Unavailable' }))
    expect(await renewals(productId)).toMatchObject([{ state: 'Fail', fail_reason: '등록된 카드가 없어요.' }])
  })

  test('that is stopped keeps its period and is not charged', async () => {
    const member = await money.orders.addMember()
    const { productId } = await subscribe(member)
    const { ends_at } = await product(productId)
    const stopped = await money.orders.call(op.stopRenewal, { id: productId }, { actor: member.actor })
    expect(stopped).toMatchObject({ state: 'Available', nextBillingAt: null, endsAt: ends_at.toISOString() })
    expect(await codeOf(money.orders.call(op.stopRenewal, { id: productId }, { actor: member.actor }))).toBe(
      'USER_PRODUCT_STATE_INVALID',
    )
    const stranger = await money.orders.addMember()
    expect(await codeOf(money.orders.call(op.stopRenewal, { id: productId }, { actor: stranger.actor }))).toBe(
      'USER_PRODUCT_NOT_FOUND',
    )
  })

  test('whose charge succeeded and whose response was lost is charged once', async () => {
    const member = await money.orders.addMember()
    const { productId } = await subscribe(member)
    const { ends_at } = await product(productId)
    money.provider.misbehave({ path: '/subscribe/payments/again', answer: 'drop' })
    await pass(ends_at, async () => expect((await product(productId)).ends_at > ends_at).toBe(true))
    expect(await renewals(productId)).toMatchObject([{ state: 'Completed' }])
  })

  test('whose charge never arrived is charged later by the same order', async () => {
    const member = await money.orders.addMember()
    const { productId } = await subscribe(member)
    const { ends_at } = await product(productId)
    money.provider.misbehave({ path: '/subscribe/payments/again', work: false, answer: 'drop' })
    await pass(ends_at, async () => expect((await product(productId)).ends_at > ends_at).toBe(true))
    expect(await renewals(productId)).toMatchObject([{ state: 'Completed' }])
  })
})

test('a renewal that is charged 29 days late begins at its payment, is charged once, and says so', async () => {
  const member = await money.orders.addMember()
  const { productId } = await subscribe(member)
  const { sql } = money.orders.backend
  const dueAt = new Date(money.orders.clock.now().getTime() - 29 * day)
  const startsAt = new Date(dueAt.getTime() - 31 * day)
  await sql`
    update orders.user_products set starts_at = ${startsAt}, anchor_at = ${dueAt}, ends_at = ${dueAt}, next_billing_at = ${dueAt}
    where id = ${productId}`
  await waitFor(async () => expect(await renewals(productId)).toMatchObject([{ state: 'Completed' }]))
  const { ends_at } = await product(productId)
  expect(ends_at.getTime() - money.orders.clock.now().getTime()).toBeGreaterThan(27 * day)
  await pass(new Date(money.orders.clock.now().getTime() + 3 * day), async () => undefined)
  expect(await renewals(productId)).toHaveLength(1)
  const [renewal] = await renewals(productId)
  const { timeline } = await money.orders.call(op.getOrder, { orderId: renewal?.id ?? '' })
  expect(timeline.map(({ cause }) => cause)).toContain('anchorMoved')

  await sql`update orders.user_products set remaining_uses = 0 where id = ${productId}`
  await pass(ends_at, async () => expect(await renewals(productId)).toHaveLength(2))
  await waitFor(async () => expect((await product(productId)).ends_at > ends_at).toBe(true))
  expect(await product(productId)).toMatchObject({ remaining_uses: 4, starts_at: startsAt })
})

test('two processes with one clock charge each renewal once', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => money.orders.addMember()))
  const products: string[] = []
  for (const member of members) products.push((await subscribe(member)).productId)
  await using _second = await money.orders.startAnother()
  await using _third = await money.orders.startAnother()
  // In no order: the provider's times have no milliseconds.
  const ends = new Map(await Promise.all(products.map(async (id) => [id, (await product(id)).ends_at] as const)))
  const last = new Date(Math.max(...ends.values().map(Number)))
  await pass(last, async () => {
    for (const [id, before] of ends) expect((await product(id)).ends_at > before).toBe(true)
  })
  for (const id of products) expect(await renewals(id)).toMatchObject([{ state: 'Completed' }])
})

test('both ledgers agree in the end', async () => {
  await waitFor(() => assertBooksAgree(money))
})
