import { randomUUID } from 'node:crypto'
import type { Input } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin, codeOf, type TestMember } from './orders-service.ts'
import { assertBooksAgree, goodCard, newKey, op, providerBeforeAll } from './orders-with-provider.ts'
import { usesOf, type Visits, visitOf, visitsOf } from './visit-fixtures.ts'

const minute = 60_000
const day = 24 * 60 * minute
const declined = '4000-0000-0000-0002'
/** Of every charge: the clock makes the renewals of other tests due, too. */
const refusal = { path: '/subscribe/payments/again', calls: null, work: false, answer: 'refusal' } as const
const maintenance = { ...refusal, message: '[8100] 카드사 시스템 점검 중입니다.' }

const money = providerBeforeAll()
let monthly: string
let visits: Visits

beforeAll(async () => {
  visits = await visitsOf(money.orders)
  const plan = { type: 'subscribe', name: '월 4회', price: 50_000, billingMonths: 1, useLimit: 4 } as const
  monthly = (await money.orders.addProduct(plan)).id
})

async function subscribe(number = goodCard) {
  const member = await money.orders.addMember()
  const card = await money.card(member, number)
  const { id } = await money.order(member, monthly)
  const order = await money.orders.call(op.payOrder, { orderId: id, cardId: card.id }, { actor: member.actor })
  return { member, card, id: order.userProductId ?? '' }
}
async function productOf(member: TestMember) {
  const page = await money.orders.call(op.listMyProducts, {}, { actor: member.actor })
  const [product] = page.content
  if (!product) throw new Error('no product')
  return product
}
const renewalsOf = (id: string) => money.orders.backend.sql<{ id: string; state: string; card: string | null }[]>`
  select o.id, o.state, i.card_id as card from orders.orders o left join orders.intents i on i.order_id = o.id
  where o.renews = ${id} order by o.created_at, o.id`
const retry = (member: TestMember, id: string, cardId?: string, idempotencyKey?: string) =>
  money.orders.call(op.retryPayment, cardId === undefined ? { id } : { id, cardId }, {
    actor: member.actor,
    ...(idempotencyKey && { idempotencyKey }),
  })

/** Moves the clock to a time, and waits for so many failed charges. */
async function failAt(id: string, at: string | null, failures: number): Promise<void> {
  money.orders.clock.advance(at === null ? 0 : Math.max(0, Date.parse(at) + 1_000 - money.orders.clock.now().getTime()))
  await waitFor(async () => {
    const renewals = await renewalsOf(id)
    expect(renewals.filter(({ state }) => state === 'Fail')).toHaveLength(failures)
  })
}

/** A subscription whose main card was declined at its renewal. */
async function inDunning() {
  const subscriber = await subscribe()
  const bad = await money.card(subscriber.member, declined)
  await money.orders.call(op.updateCard, { id: bad.id, main: true }, { actor: subscriber.member.actor })
  const { endsAt } = await productOf(subscriber.member)
  await failAt(subscriber.id, endsAt, 1)
  return { ...subscriber, bad, dueAt: Date.parse(endsAt ?? '') }
}

// First, since a day later the products of all earlier tests would be due too, at a provider that answers none of them.
describe('while the provider', () => {
  const lookups = { path: '/payments/findAll/*', calls: null, answer: 'error' } as const
  const lost = { ...refusal, answer: 'drop' } as const
  test.each([
    ['is unreachable', () => money.provider.down(true)],
    ['does not say what became of a charge', () => [lost, lookups].map((rule) => money.provider.misbehave(rule))],
  ])('%s, an unpaid renewal is visible, and its product usable for a day', async (_, fail) => {
    const { member, id } = await subscribe()
    const { endsAt } = await productOf(member)
    fail()
    money.orders.clock.advance(Date.parse(endsAt ?? '') + 1_000 - money.orders.clock.now().getTime())
    await waitFor(async () => expect(await renewalsOf(id)).not.toEqual([]))
    expect(await productOf(member)).toMatchObject({ state: 'Available', dunning: null })
    money.orders.clock.advance(6 * minute)
    const dunning = { reason: 'bankUnavailable', amount: 50_000 }
    await waitFor(async () => expect(await productOf(member)).toMatchObject({ state: 'Available', dunning }))
    money.orders.clock.advance(24 * 60 * minute)
    await waitFor(async () => expect(await productOf(member)).toMatchObject({ state: 'Unavailable', dunning }))
    money.provider.behave()
    await waitFor(async () => expect(await productOf(member)).toMatchObject({ state: 'Available', dunning: null }))
    const completed = (await renewalsOf(id)).filter(({ state }) => state === 'Completed')
    expect(new Set(completed.map((order) => order.id)).size).toBe(1)
  })
})

describe('an unpaid renewal', () => {
  test('has its start, its reason, its amount and the time of the next charge', async () => {
    const { member, dueAt } = await inDunning()
    const product = await productOf(member)
    expect(product).toMatchObject({
      state: 'Unavailable',
      dunning: { reason: 'declined', nextTryAt: new Date(dueAt + day).toISOString(), amount: 50_000 },
    })
    const since = Date.parse(product.dunning?.since ?? '')
    expect(since).toBeGreaterThanOrEqual(dueAt)
    expect(since).toBeLessThanOrEqual(money.orders.clock.now().getTime())
    const seen = await money.orders.call(op.listUserProducts, { memberId: member.id })
    expect(seen.content).toMatchObject([{ dunning: product.dunning }])
    const found = async (query: Omit<Input<typeof op.listUserProducts>, 'memberId'>) =>
      (await money.orders.call(op.listUserProducts, { memberId: member.id, ...query })).content.length
    for (const renewal of ['unpaid', 'planned', 'none'] as const)
      expect([renewal, await found({ renewal })]).toEqual([renewal, renewal === 'unpaid' ? 1 : 0])
    expect([await found({ type: 'subscribe' }), await found({ type: 'onetime' })]).toEqual([1, 0])
  })

  test('is charged immediately to a new card, which becomes the main card', async () => {
    const { member, id } = await inDunning()
    const fresh = await money.card(member)
    await waitFor(async () => expect(await productOf(member)).toMatchObject({ state: 'Available', dunning: null }))
    expect((await renewalsOf(id)).at(-1)).toMatchObject({ state: 'Completed', card: fresh.id })
    const [main] = await money.orders.call(op.listCards, {}, { actor: member.actor })
    expect(main).toMatchObject({ id: fresh.id, main: true })
  })

  test('keeps its schedule when a new card is declined too', async () => {
    const { member, id, dueAt } = await inDunning()
    await money.card(member, declined)
    await waitFor(async () => expect(await renewalsOf(id)).toMatchObject([{ state: 'Fail' }, { state: 'Fail' }]))
    expect(await productOf(member)).toMatchObject({
      state: 'Unavailable',
      dunning: { nextTryAt: new Date(dueAt + day).toISOString() },
    })
  })

  test('whose charge is in progress is charged to a new card once that charge fails', async () => {
    const { member, id } = await subscribe()
    const bad = await money.card(member, declined)
    await money.orders.call(op.updateCard, { id: bad.id, main: true }, { actor: member.actor })
    const { endsAt } = await productOf(member)
    money.provider.misbehave({ path: '/subscribe/payments/again', calls: null, before: 1_000 })
    money.orders.clock.advance(Date.parse(endsAt ?? '') + 1_000 - money.orders.clock.now().getTime())
    await waitFor(async () => expect(await renewalsOf(id)).toMatchObject([{ card: bad.id }]))
    const fresh = await money.card(member)
    await waitFor(async () =>
      expect(await renewalsOf(id)).toMatchObject([{ state: 'Fail' }, { state: 'Completed', card: fresh.id }]),
    )
    expect(await productOf(member)).toMatchObject({ state: 'Available', dunning: null })
  })

  test('without a card has that as its reason', async () => {
    const { member, card, id } = await subscribe()
    await money.orders.call(op.deleteCard, { id: card.id }, { actor: member.actor })
    await failAt(id, (await productOf(member)).endsAt, 1)
    expect(await productOf(member)).toMatchObject({ state: 'Unavailable', dunning: { reason: 'noCard' } })
  })
})

describe('retryPayment', () => {
  test('charges the named card now, once however often the request is repeated', async () => {
    const { member, card, id } = await inDunning()
    const key = newKey()
    const paid = await retry(member, id, card.id, key)
    expect(paid).toMatchObject({ id, state: 'Available', dunning: null, remainingUses: 4 })
    expect(await retry(member, id, card.id, key)).toEqual(paid)
    expect(await codeOf(retry(member, id, card.id))).toBe('USER_PRODUCT_STATE_INVALID')
    expect((await renewalsOf(id)).filter(({ state }) => state === 'Completed')).toHaveLength(1)
    const [main] = await money.orders.call(op.listCards, {}, { actor: member.actor })
    expect(main?.id).not.toBe(card.id)
  })

  test('charges the main card by default, and a refusal is that of a payment and leaves the schedule', async () => {
    const { member, id, bad } = await inDunning()
    const before = await productOf(member)
    const key = newKey()
    for (let at = 0; at < 2; at++) expect(await codeOf(retry(member, id, undefined, key))).toBe('PAYMENT_FAILED')
    expect(await renewalsOf(id)).toMatchObject([{ state: 'Fail' }, { state: 'Fail', card: bad.id }])
    expect(await productOf(member)).toEqual(before)
  })

  test('is refused after eight declined charges, until the scheduled one', async () => {
    const { member, id } = await inDunning()
    for (let at = 0; at < 8; at++) expect(await codeOf(retry(member, id))).toBe('PAYMENT_FAILED')
    expect(await codeOf(retry(member, id))).toBe('RATE_LIMITED')
    await money.card(member, declined)
    expect(await renewalsOf(id)).toHaveLength(9)
  })

  test('needs an unpaid product and a card of the caller', async () => {
    const { member, id } = await inDunning()
    const stranger = await subscribe()
    expect(await codeOf(retry(stranger.member, id))).toBe('USER_PRODUCT_NOT_FOUND')
    expect(await codeOf(retry(member, id, stranger.card.id))).toBe('CARD_NOT_FOUND')
    expect(await codeOf(retry(stranger.member, stranger.id))).toBe('USER_PRODUCT_STATE_INVALID')
  })

  test('of several concurrent requests charges once', async () => {
    const { member, card, id } = await inDunning()
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(retry(member, id, card.id))))
    expect(codes.filter((code) => code === 'none').length).toBeLessThanOrEqual(1)
    // a busy machine may not respond in time
    for (const code of codes) expect(['none', 'CONFLICT', 'USER_PRODUCT_STATE_INVALID', 'UNAVAILABLE']).toContain(code)
    await waitFor(async () => expect(await productOf(member)).toMatchObject({ state: 'Available', dunning: null }))
    await waitFor(() => assertBooksAgree(money))
    expect((await renewalsOf(id)).filter(({ state }) => state === 'Completed')).toHaveLength(1)
  })
})

describe('a renewal that was paid late', () => {
  const refundRenewal = async ({ member, id }: Awaited<ReturnType<typeof inDunning>>) => {
    const paid = (await renewalsOf(id)).find(({ state }) => state === 'Completed')
    return codeOf(money.orders.call(op.refundMyOrder, { orderId: paid?.id ?? '' }, { actor: member.actor }))
  }
  const visitAt = async (memberId: string, at: number) => {
    const recognizedAt = new Date(at).toISOString()
    const visit = visitOf(memberId, { recognizedAt, latestReadAt: recognizedAt, receivedAt: recognizedAt })
    await visits.recordAndWait(visit)
    return visit
  }

  test('is used by a visit shortly before its payment', async () => {
    const subscriber = await inDunning()
    money.orders.clock.advance(10 * minute)
    const visit = await visitAt(subscriber.member.id, money.orders.clock.now().getTime() - 5 * minute)
    expect(await usesOf(money.orders, visit.id)).toEqual([])
    await retry(subscriber.member, subscriber.id, subscriber.card.id)
    await visits.recordAndWait({ ...visit, revision: 2 })
    expect(await usesOf(money.orders, visit.id)).toMatchObject([{ product: subscriber.id, reason: null }])
    expect(await refundRenewal(subscriber)).toBe('ORDER_NOT_REFUNDABLE')
  })

  test('is not used by a visit of the period before, also if it arrives later', async () => {
    const subscriber = await inDunning()
    await retry(subscriber.member, subscriber.id, subscriber.card.id)
    const visit = await visitAt(subscriber.member.id, subscriber.dueAt - minute)
    expect(await usesOf(money.orders, visit.id)).toMatchObject([{ product: subscriber.id, reason: null }])
    expect(await refundRenewal(subscriber)).toBe('none')
  })
})

describe('retryUserProductPayment', () => {
  const retryFor = (id: string, idempotencyKey?: string) =>
    money.orders.call(
      op.retryUserProductPayment,
      { id, reason: '전화로 요청' },
      idempotencyKey ? { idempotencyKey } : {},
    )
  const audited = (id: string) =>
    money.orders.events
      .filter(({ name, payload }) => name === 'orders.audited' && payload.entityId === id)
      .map(({ payload }) => payload)

  test('charges the main card of the member, once however often the request is repeated, and is audited once', async () => {
    const { member, card, id } = await inDunning()
    // Not by `updateCard`, which would charge the card itself.
    await money.orders.backend.sql`update orders.cards set main = false where member_id = ${member.id}`
    await money.orders.backend.sql`update orders.cards set main = true where id = ${card.id}`
    const key = newKey()
    const paid = await retryFor(id, key)
    expect(paid).toMatchObject({ id, memberId: member.id, state: 'Available', dunning: null, canResume: false })
    expect(await retryFor(id, key)).toEqual(paid)
    expect(await codeOf(retryFor(id))).toBe('USER_PRODUCT_STATE_INVALID')
    expect((await renewalsOf(id)).filter(({ state }) => state === 'Completed')).toHaveLength(1)
    const after = { price: 50_000, reason: '전화로 요청' }
    await expect
      .poll(() => audited(id))
      .toMatchObject([
        { action: 'retryUserProductPayment', actorId: admin.id, before: { state: 'Unavailable' }, after },
      ])
  })

  test('is refused like that of the member, and the attempt is audited', async () => {
    const { id } = await inDunning()
    const key = newKey()
    for (let at = 0; at < 2; at++) expect(await codeOf(retryFor(id, key))).toBe('PAYMENT_FAILED')
    await expect.poll(() => audited(id)).toHaveLength(1)
    const paidUp = await subscribe()
    expect(await codeOf(retryFor(paidUp.id))).toBe('USER_PRODUCT_STATE_INVALID')
    expect(await codeOf(retryFor(randomUUID()))).toBe('USER_PRODUCT_NOT_FOUND')
  })
})

describe('while the bank is unavailable', () => {
  test('the product stays usable, is charged again within an hour, and is paid without the member', async () => {
    const { member, id } = await subscribe()
    money.provider.misbehave(maintenance)
    await failAt(id, (await productOf(member)).endsAt, 1)
    const product = await productOf(member)
    expect(product).toMatchObject({ state: 'Available', dunning: { reason: 'bankUnavailable', amount: 50_000 } })
    const { nextTryAt = '', since = '' } = product.dunning ?? {}
    expect(Date.parse(nextTryAt) - Date.parse(since)).toBeLessThanOrEqual(60 * minute)
    money.provider.behave()
    money.orders.clock.advance(60 * minute)
    await waitFor(async () => expect(await productOf(member)).toMatchObject({ state: 'Available', dunning: null }))
  })

  test('the first refusal of the card makes the product unavailable', async () => {
    const { member, id } = await subscribe()
    money.provider.misbehave(maintenance)
    await failAt(id, (await productOf(member)).endsAt, 1)
    money.provider.behave()
    money.provider.misbehave(refusal)
    await failAt(id, (await productOf(member)).dunning?.nextTryAt ?? null, 2)
    expect(await productOf(member)).toMatchObject({ state: 'Unavailable', dunning: { reason: 'declined' } })
  })

  test('for a day, the product becomes unavailable and is charged further on', async () => {
    const { member, id } = await subscribe()
    money.provider.misbehave(maintenance)
    await failAt(id, (await productOf(member)).endsAt, 1)
    money.orders.clock.advance(23 * 60 * minute)
    await failAt(id, null, 2)
    expect(await productOf(member)).toMatchObject({ state: 'Available' })
    money.orders.clock.advance(60 * minute)
    await failAt(id, null, 3)
    expect(await productOf(member)).toMatchObject({ state: 'Unavailable', dunning: { reason: 'bankUnavailable' } })
    money.provider.behave()
    money.orders.clock.advance(60 * minute)
    await waitFor(async () => expect(await productOf(member)).toMatchObject({ state: 'Available', dunning: null }))
  })
})

test('both ledgers agree in the end', async () => {
  await waitFor(() => assertBooksAgree(money))
})
