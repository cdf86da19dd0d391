import { randomUUID } from 'node:crypto'
import { daysAfter, noPlanTerms, seoulDate } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { sql as drizzleSql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { mayBeNotified } from '../src/price-change/notify-members.ts'
import { codeOf } from './orders-service.ts'
import { assertBooksAgree, op, providerBeforeAll } from './orders-with-provider.ts'
import { type Bought, type Held, type Plans, plan, plansOf } from './sold-plans.ts'

const money = providerBeforeAll()
let plans: Plans

beforeAll(() => {
  plans = plansOf(money)
  money.orders.clock.set('2027-01-10T12:00:00+09:00')
})

type Kind = 'raise' | 'lower'
type Change = { id: string; open: number; accepted: number; declined: number; waiting: number; withdrawable: boolean }
type Given = 'accepted' | 'declined'

const today = () => seoulDate(money.orders.clock.now())
const inDays = (days: number) => seoulDate(daysAfter(money.orders.clock.now(), days))
const announce = (id: string, price: number, fromDate = inDays(30), kind: Kind = 'raise'): Promise<Change> =>
  money.orders.call(op.announcePriceChange, { id, kind, price, fromDate })
const listOf = (id: string): Promise<Change[]> => money.orders.call(op.listPriceChanges, { id })
const answer = ({ by, held }: Bought, given: Given, price = 40_000): Promise<Held> =>
  money.orders.call(op.answerPriceChange, { id: held.id, answer: given, price, textVersion: 1 }, by)
const withdraw = (id: string): Promise<Change> => money.orders.call(op.withdrawPriceChange, { id })

/** Members who have bought the same plan on this day. */
async function boughtBy(count: number, terms: object = {}): Promise<{ productId: string; all: Bought[] }> {
  const { id: productId }: { id: string } = await money.orders.addProduct({ ...plan, ...noPlanTerms, ...terms })
  const all: Bought[] = []
  for (let left = count; left > 0; left--) {
    const member = await money.orders.addMember()
    await money.card(member)
    all.push({ member, by: { actor: member.actor }, held: await plans.buy(member, productId) })
  }
  return { productId, all }
}

async function idsOf(productId: string, priceConsent: 'open' | 'accepted' | 'declined'): Promise<string[]> {
  const page: { content: { id: string }[] } = await money.orders.call(op.listUserProducts, { productId, priceConsent })
  return page.content.map(({ id }) => id)
}

const changeOf = async ({ member, held }: Bought) =>
  (await plans.find(member, held.id)).subscription?.priceChange ?? null

/** Waits until a member was notified of a new price. */
const waitUntilNotified = (bought: Bought) =>
  waitFor(async () => {
    const change = await changeOf(bought)
    if (!change) throw new Error('not notified yet')
    return change
  })

const named = (name: string, { held }: Bought): Record<string, unknown>[] =>
  money.orders.events
    .filter((event) => event.name === name)
    .flatMap(({ payload }) => Object.values(payload).flatMap((each) => (Array.isArray(each) ? each : [])))
    .filter((each) => each.userProductId === held.id)

const isOver = ({ member, held }: Bought) =>
  waitFor(async () => {
    const found = await plans.find(member, held.id)
    if (found.state !== 'Complete') throw new Error('not over yet')
    return found
  })

test('a raise is charged to who agreed in time, and ends the subscriptions of all others', async () => {
  const { productId, all } = await boughtBy(4)
  const [agreed, late, silent, declined] = all as [Bought, Bought, Bought, Bought]
  expect(await announce(productId, 40_000, inDays(35))).toMatchObject({ kind: 'raise', accepted: 0 })
  const change = await waitUntilNotified(agreed)
  const { endsAt } = agreed.held
  const [, second] = [endsAt, change.startsAt]
  expect(second > (endsAt ?? '')).toBe(true) // the next period begins before the day
  expect(change).toMatchObject({ price: 40_000, consent: { state: 'open' } })
  expect(change.consent?.text).toContain('30,000원에서 40,000원으로')
  const raises = [{ oldPrice: 30_000, newPrice: 40_000, startsAt: change.startsAt }]
  await waitFor(() => expect(named('orders.raisesAnnounced', agreed)).toMatchObject(raises))
  expect(await codeOf(answer(agreed, 'accepted'))).toBe('PRICE_CONSENT_TOO_EARLY')
  expect(await codeOf(answer(agreed, 'accepted', 41_000))).toBe('PRICE_CHANGED')
  expect(await codeOf(answer({ ...agreed, by: late.by }, 'accepted'))).toBe('USER_PRODUCT_NOT_FOUND')

  const renewed: Held[] = []
  plans.pass(endsAt)
  for (const { member, held } of all) renewed.push(await plans.renew(member, held))
  expect(renewed.map(({ price }) => price)).toEqual([30_000, 30_000, 30_000, 30_000])
  expect(await changeOf(agreed)).toMatchObject({ startsAt: renewed[0]?.endsAt })
  for (const _time of [1, 2])
    expect((await answer(agreed, 'accepted')).subscription).toMatchObject({
      nextAmount: 40_000,
      priceChange: { consent: { state: 'accepted' } },
    })
  await answer(declined, 'accepted')
  await answer(declined, 'declined')
  expect((await listOf(productId))[0]).toMatchObject({ waiting: 4, open: 2, accepted: 1, declined: 1 })
  expect(await idsOf(productId, 'declined')).toEqual([declined.held.id])
  const kept = await money.orders.backend.sql`
    select answer, old_price, new_price, text_version, source from orders.price_answers
    where user_product_id in (${agreed.held.id}, ${declined.held.id}) order by id`
  const said = { old_price: 30_000, new_price: 40_000, text_version: 1, source: 'member' }
  expect(kept).toEqual(['accepted', 'accepted', 'declined'].map((each) => ({ answer: each, ...said })))

  // a week before the end: who agreed renews, who did not is reminded, who declined ends
  money.orders.clock.set(daysAfter(new Date(renewed[0]?.endsAt ?? ''), -6).toISOString())
  const last = (bought: Bought) => named('orders.periodsEndSoon', bought).at(-1)
  await waitFor(() => expect(last(agreed)).toMatchObject({ renews: true, amount: 40_000 }))
  await waitFor(() => expect(last(silent)).toMatchObject({ renews: false, raise: { newPrice: 40_000 } }))
  await waitFor(() => expect(last(declined)).toMatchObject({ renews: false }))
  expect(last(declined)).not.toHaveProperty('raise')
  // in person, and at the last moment
  const said2 = {
    id: late.held.id,
    answer: 'accepted',
    price: 40_000,
    textVersion: 1,
    reason: '매장에서 서명',
  } as const
  await money.orders.call(op.recordPriceAnswer, said2)
  await waitFor(() => expect(last(late)).toMatchObject({ renews: true }))

  const before = renewed[0] as Held
  expect(await plans.renew(agreed.member, before)).toMatchObject({ price: 40_000, subscription: { priceChange: null } })
  await plans.renew(late.member, renewed[1] as Held)
  for (const each of [silent, declined])
    expect(await isOver(each)).toMatchObject({ nextBillingAt: null, price: 30_000 })
  expect(await codeOf(answer(silent, 'accepted'))).toBe('USER_PRODUCT_STATE_INVALID')
  expect(await plans.amountsOf(agreed.member)).toEqual([30_000, 30_000, 40_000])
  expect(await plans.amountsOf(late.member)).toEqual([30_000, 30_000, 40_000])
  for (const { member } of [silent, declined]) expect(await plans.amountsOf(member)).toEqual([30_000, 30_000])
  await waitFor(() => assertBooksAgree(money))
})

test('a withdrawn raise is charged to no member, and who declined goes on', async () => {
  const { productId, all } = await boughtBy(1)
  const [bought] = all as [Bought]
  expect(await codeOf(announce(productId, 40_000, inDays(29)))).toBe('VALIDATION_FAILED')
  expect(await codeOf(announce(productId, 40_000, inDays(367)))).toBe('VALIDATION_FAILED')
  expect(await codeOf(announce(randomUUID(), 40_000))).toBe('PRODUCT_NOT_FOUND')
  await announce(productId, 40_000)
  expect(await codeOf(announce(productId, 45_000))).toBe('PRICE_CHANGE_ANNOUNCED')
  await waitUntilNotified(bought)
  await answer(bought, 'declined')
  expect(await withdraw(productId)).toMatchObject({ withdrawable: false })
  expect(await codeOf(withdraw(productId))).toBe('PRICE_CHANGE_NOT_FOUND')
  await waitFor(async () => expect(await changeOf(bought)).toBeNull())
  await waitFor(() => expect(named('orders.raisesWithdrawn', bought)).toMatchObject([{ price: 30_000 }]))
  await plans.renew(bought.member, bought.held)
  expect(await plans.amountsOf(bought.member)).toEqual([30_000, 30_000])
  // after its day too, while the next one may follow
  await announce(productId, 40_000)
  money.orders.clock.advance(30 * 86_400_000)
  await withdraw(productId)
  expect(await announce(productId, 45_000)).toMatchObject({ withdrawable: true })
})

test('a raise is withdrawn after its day: what was charged stays, and later periods cost the price before', async () => {
  const { productId, all } = await boughtBy(2)
  const [charged, over] = all as [Bought, Bought]
  await announce(productId, 40_000)
  const { startsAt } = await waitUntilNotified(charged)
  money.orders.clock.set(daysAfter(new Date(startsAt), -5).toISOString())
  await answer(charged, 'accepted')
  plans.pass(startsAt)
  const raised = await plans.renew(charged.member, charged.held)
  await isOver(over)
  expect(raised).toMatchObject({ price: 40_000, subscription: { nextAmount: 40_000 } })
  expect(await listOf(productId)).toMatchObject([{ withdrawable: true }])
  expect(await withdraw(productId)).toMatchObject({ withdrawable: false })
  expect(await waitUntilNotified(charged)).toEqual({ price: 30_000, startsAt: raised.endsAt, consent: null })
  await waitFor(() => expect(named('orders.raisesWithdrawn', charged)).toMatchObject([{ price: 30_000 }]))
  expect(named('orders.raisesWithdrawn', over)).toEqual([])
  // The next raise is no reason to charge the withdrawn one.
  await announce(productId, 45_000, inDays(40))
  const back = await plans.renew(charged.member, raised)
  expect(back).toMatchObject({ price: 30_000 })
  await waitFor(async () =>
    expect(await changeOf(charged)).toMatchObject({ price: 45_000, consent: { state: 'open' } }),
  )
  await withdraw(productId)
  await waitFor(async () => expect(await changeOf(charged)).toBeNull())
  await plans.renew(charged.member, back)
  expect(await plans.amountsOf(charged.member)).toEqual([30_000, 40_000, 30_000, 30_000])
  await waitFor(() => assertBooksAgree(money))
})

test('a withdrawn price is not charged and ends nothing where the job that takes it back is late', async () => {
  const { productId, all } = await boughtBy(1)
  const [bought] = all as [Bought]
  await announce(productId, 40_000)
  const { startsAt } = await waitUntilNotified(bought)
  money.orders.clock.set(daysAfter(new Date(startsAt), -5).toISOString())
  await answer(bought, 'accepted')
  plans.pass(startsAt)
  await money.orders.backend.sql`
    update orders.price_changes set withdrawn_at = now(), closed_at = now() where product_id = ${productId}`
  await plans.renew(bought.member, bought.held)
  expect(await plans.amountsOf(bought.member)).toEqual([30_000, 30_000])
})

/** Waits until the job waits for a lock, or has notified a member without one. */
const waitUntilJobWaitsOr = (notified: Bought) =>
  waitFor(async () => {
    const [{ waits } = { waits: false }] = await money.orders.backend.sql<{ waits: boolean }[]>`
      select exists (select from pg_locks where not granted) as waits`
    if (!waits && !(await changeOf(notified))) throw new Error('the job has not begun')
  })

test('a raise that is withdrawn while a job notifies of it reaches no further member', async () => {
  const [ours, other] = [await boughtBy(0), await boughtBy(1)]
  const { id } = await announce(ours.productId, 40_000)
  const { sql } = money.orders.backend
  const member = await money.orders.addMember()
  await money.card(member)
  const held = await sql.begin(async (tx) => {
    // another process withdraws it, has taken it back from all and closes it
    await tx`update orders.price_changes set withdrawn_at = now(), closed_at = now() where id = ${id}`
    const bought = await plans.buy(member, ours.productId)
    await announce(other.productId, 40_000) // its job works on ours first, as it knows that
    await waitUntilJobWaitsOr(other.all[0] as Bought)
    return bought
  })
  await waitUntilNotified(other.all[0] as Bought)
  expect(await changeOf({ member, by: { actor: member.actor }, held })).toBeNull()
})

test('a lower price needs no consent and counts from the next period on', async () => {
  const { productId, all } = await boughtBy(1)
  const [bought] = all as [Bought]
  await announce(productId, 25_000, today(), 'lower')
  // The member is notified also if the day has come already.
  expect(await waitUntilNotified(bought)).toMatchObject({ price: 25_000, consent: null, startsAt: bought.held.endsAt })
  expect(await listOf(productId)).toMatchObject([{ withdrawable: false }])
  expect(await codeOf(withdraw(productId))).toBe('PRICE_CHANGE_NOT_FOUND')
  expect(await codeOf(answer(bought, 'accepted', 25_000))).toBe('USER_PRODUCT_STATE_INVALID')
  const renewed = await plans.renew(bought.member, bought.held)
  expect(renewed).toMatchObject({ price: 25_000 })
  await plans.renew(bought.member, renewed)
  expect(await plans.amountsOf(bought.member)).toEqual([30_000, 25_000, 25_000])
})

test('a raise waits for the end of a commitment, and a pause moves it and the consent', async () => {
  const { productId, all } = await boughtBy(1, { commitmentPeriods: 2 })
  const [bought] = all as [Bought]
  await announce(productId, 40_000)
  const notified = await waitUntilNotified(bought)
  const renewed = await plans.renew(bought.member, bought.held)
  expect(renewed.price).toBe(30_000)
  expect(notified.startsAt).toBe(renewed.endsAt)
  money.orders.clock.set(daysAfter(new Date(notified.startsAt), -15).toISOString())
  await answer(bought, 'accepted')
  await money.orders.call(op.pauseUserProduct, { id: bought.held.id, days: 20, reason: '요청' })
  const open = { consent: { state: 'open' } }
  expect(await changeOf(bought)).toMatchObject({
    ...open,
    startsAt: daysAfter(new Date(notified.startsAt), 20).toISOString(),
  })
  expect((await listOf(productId))[0]).toMatchObject({ waiting: 1, open: 1, accepted: 0 })
  expect(await idsOf(productId, 'open')).toEqual([bought.held.id])
  expect(await idsOf(productId, 'accepted')).toEqual([])
  money.orders.clock.advance(21 * 86_400_000)
  await answer(bought, 'accepted')
  await waitFor(async () => expect((await plans.find(bought.member, bought.held.id)).state).toBe('Available'))
  await plans.renew(bought.member, await plans.find(bought.member, bought.held.id))
  expect(await plans.amountsOf(bought.member)).toEqual([30_000, 30_000, 40_000])
})

test('a plan that changes at its end is not raised, and a consent can be withdrawn however often it was given', async () => {
  const [{ productId, all }, other] = [await boughtBy(1), await boughtBy(0, { price: 55_000 })]
  const [bought] = all as [Bought]
  const { member, by, held } = bought
  await announce(productId, 40_000)
  await waitUntilNotified(bought)
  money.orders.clock.set(daysAfter(new Date(held.endsAt ?? ''), -6).toISOString())
  const last = () => named('orders.periodsEndSoon', bought).at(-1)
  await waitFor(() => expect(last()).toMatchObject({ renews: false, raise: { newPrice: 40_000 } }))
  const change = (to: string) =>
    money.orders.call(op.changeMyProduct, { id: held.id, productId: to, when: 'periodEnd' }, by)
  await change(other.productId)
  expect(await changeOf(bought)).toBeNull()
  expect((await listOf(productId))[0]).toMatchObject({ waiting: 0, open: 0 })
  expect(await idsOf(productId, 'open')).toEqual([])
  await waitFor(() => expect(last()).toMatchObject({ renews: true, amount: 55_000 }))
  expect(await codeOf(answer(bought, 'accepted'))).toBe('USER_PRODUCT_STATE_INVALID')
  await change(productId)
  expect(await changeOf(bought)).toMatchObject({ consent: { state: 'open' } })
  await waitFor(() => expect(last()).toMatchObject({ renews: false, raise: { newPrice: 40_000 } }))

  const inPerson = { id: held.id, answer: 'declined', price: 40_000, textVersion: 1, reason: '매장에서 말함' } as const
  await money.orders.call(op.recordPriceAnswer, inPerson)
  for (let left = 9; left > 0; left--)
    for (const given of ['accepted', 'declined'] as const) await answer(bought, given)
  await answer(bought, 'accepted')
  await answer(bought, 'declined')
  expect(await codeOf(answer(bought, 'accepted'))).toBe('RATE_LIMITED')
  expect(await changeOf(bought)).toMatchObject({ consent: { state: 'declined' } })
  const leftAt = money.orders.clock.now().toISOString()
  await money.orders.publishAndWait('member.left', { memberId: member.id, leftAt })
  const kept = await money.orders.backend.sql`
    select count(*)::int as answers, count(reason)::int as reasons from orders.price_answers where member_id = ${member.id}`
  expect(kept).toEqual([{ answers: 21, reasons: 0 }])
})

test('the job that looks for members to notify reads none that it has notified', async () => {
  const { sql } = money.orders.backend
  const [productId, id] = [randomUUID(), randomUUID()]
  const at = new Date().toISOString()
  const announced = { id, price: 40_000, from: at, notifiedAt: at, answer: null }
  const notified = sql.json(announced)
  const agreed = sql.json({ ...announced, id: randomUUID(), answer: { accepted: true, at } })
  for (const [price, price_change] of [
    [30_000, notified],
    [30_000, agreed],
    [40_000, null],
  ] as const)
    await sql`
      insert into orders.user_products (id, member_id, product_id, product_name, type, price, billing_months, store_ids, state,
        starts_at, ends_at, next_billing_at, order_id, price_change, created_at)
      select uuidv7(), uuidv7(), ${productId}, '정기권', 'subscribe', ${price}, 1, '[]', 'Available', ${at}, ${at},
        '2099-01-01', uuidv7(), ${price_change}, ${at} from generate_series(1, 500)`
  const change = {
    ...{ id, productId, kind: 'raise' as const, price: 40_000, fromDate: '2099-01-01' },
    announcedAt: new Date(),
  }
  const { sql: condition, params } = new PgDialect().sqlToQuery(
    drizzleSql`${mayBeNotified({ ...change, withdrawnAt: null, closedAt: null })}`,
  )
  await sql`analyze orders.user_products`
  const plan = await sql.begin(async (tx) => {
    await tx`set local search_path to orders`
    await tx`set local enable_seqscan = off`
    const statement = `explain (analyze, costs off, timing off) select from user_products where ${condition} limit 100`
    return JSON.stringify(await tx.unsafe(statement, params as string[]))
  })
  expect(plan).toMatch(/Index Scan (on|using) user_products_to_notify (on user_products )?\(actual rows=0/)
})

test('a consent holds while its first payment is tried again', async () => {
  money.orders.clock.set('2029-07-10T12:00:00+09:00') // A month of 31 days: the first renewal is raised.
  const { productId, all } = await boughtBy(1)
  const [bought] = all as [Bought]
  const { member, by, held } = bought
  await announce(productId, 40_000)
  await waitUntilNotified(bought)
  money.orders.clock.set(daysAfter(new Date(held.endsAt ?? ''), -5).toISOString())
  await answer(bought, 'accepted')
  const [good]: { id: string }[] = await money.orders.call(op.listCards, {}, by)
  const bad = await money.card(member, '4000-0000-0000-0002')
  await money.orders.call(op.updateCard, { id: bad.id, main: true }, by)
  plans.pass(held.endsAt)
  await waitFor(async () => expect(await plans.find(member, held.id)).toMatchObject({ dunning: { amount: 40_000 } }))
  await money.orders.call(op.retryPayment, { id: held.id, cardId: good?.id ?? '' }, by)
  expect(await plans.find(member, held.id)).toMatchObject({ price: 40_000, subscription: { priceChange: null } })
  await waitFor(() => assertBooksAgree(money))
})

/** A member whose second period cost a raise. The months have 31 days, so that a raise of today is for it. */
async function chargedRaise(at: string, terms: object = {}): Promise<Bought & { productId: string }> {
  money.orders.clock.set(at)
  const { productId, all } = await boughtBy(1, terms)
  const [bought] = all as [Bought]
  await announce(productId, 40_000)
  const { startsAt } = await waitUntilNotified(bought)
  money.orders.clock.set(daysAfter(new Date(startsAt), -5).toISOString())
  await answer(bought, 'accepted')
  return { ...bought, productId, held: await plans.renew(bought.member, bought.held) }
}

const isClosed = (productId: string) =>
  waitFor(async () => {
    const open = money.orders.backend
      .sql`select from orders.price_changes where product_id = ${productId} and closed_at is null`
    expect(await open).toEqual([])
  })

test('a raise that is withdrawn between a stop and its resumption is charged no more', async () => {
  const charged = await chargedRaise('2030-01-10T12:00:00+09:00')
  const { member, by, productId, held } = charged
  await money.orders.call(op.stopRenewal, { id: held.id }, by)
  await withdraw(productId)
  await isClosed(productId)
  await money.orders.call(op.resumeRenewal, { id: held.id }, by)
  await plans.renew(member, held)
  expect(await plans.amountsOf(member)).toEqual([30_000, 40_000, 30_000])
})

test('a raise that was charged before its withdrawal is not charged again where the job is late', async () => {
  const { member, productId, held } = await chargedRaise('2030-05-10T12:00:00+09:00')
  await money.orders.backend.sql.begin(async (locked) => {
    await locked`select from orders.user_products where id = ${held.id} for update`
    await withdraw(productId) // the job skips it
    plans.pass(held.endsAt)
    await waitFor(async () => {
      const renewing = await money.orders.backend.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%"user_products"."id" = $1 for update'`
      if (renewing.length === 0) throw new Error('its renewal does not wait')
    })
  })
  await plans.renew(member, held)
  expect(await plans.amountsOf(member)).toEqual([30_000, 40_000, 30_000])
})

test('the next raise counts from the price before the withdrawn one where the job skipped the subscription', async () => {
  const charged = await chargedRaise('2030-10-10T12:00:00+09:00')
  const { member, productId, held } = charged
  const other = await boughtBy(1)
  await money.orders.backend.sql.begin(async (locked) => {
    await locked`select from orders.user_products where id = ${held.id} for update`
    await withdraw(productId)
    const { id } = await announce(productId, 45_000, inDays(40))
    await locked`select from orders.price_changes where id = ${id} for update`
    await announce(other.productId, 40_000) // its job works on ours first
    await waitUntilJobWaitsOr(other.all[0] as Bought)
  })
  expect(await waitUntilNotified(charged)).toEqual({ price: 30_000, startsAt: held.endsAt, consent: null })
  await plans.renew(member, held)
  await waitFor(async () => expect(await changeOf(charged)).toMatchObject({ price: 45_000 }))
})

test('a consent to a withdrawn raise that was not charged yet delays no other price', async () => {
  money.orders.clock.set('2031-01-10T12:00:00+09:00')
  const { productId, all } = await boughtBy(1)
  const [bought] = all as [Bought]
  await announce(productId, 40_000)
  const { startsAt } = await waitUntilNotified(bought)
  money.orders.clock.set(daysAfter(new Date(startsAt), -5).toISOString())
  await answer(bought, 'accepted')
  money.orders.clock.set(daysAfter(new Date(startsAt), -0.5).toISOString()) // the day of the raise
  await withdraw(productId)
  await isClosed(productId)
  expect(await changeOf(bought)).toBeNull()
})

test('a lower price takes the place of the one to which a withdrawn raise returns', async () => {
  const charged = await chargedRaise('2031-03-10T12:00:00+09:00', { billingMonths: 3 })
  const { member, productId, held } = charged
  await withdraw(productId)
  expect(await waitUntilNotified(charged)).toMatchObject({ price: 30_000 })
  await announce(productId, 25_000, today(), 'lower')
  await waitFor(async () => expect(await changeOf(charged)).toMatchObject({ price: 25_000, startsAt: held.endsAt }))
  await plans.renew(member, held)
  expect(await plans.amountsOf(member)).toEqual([30_000, 40_000, 25_000])
})

test('a withdrawn raise is charged no more where the lower price in its place is withdrawn, or not due yet', async () => {
  const charged = await chargedRaise('2032-03-10T12:00:00+09:00', { billingMonths: 3 })
  const { member, productId, held } = charged
  const back = { price: 30_000, startsAt: held.endsAt }
  await withdraw(productId)
  expect(await waitUntilNotified(charged)).toMatchObject(back)
  const dayOf = (days: number) => seoulDate(daysAfter(new Date(held.endsAt ?? ''), days))
  const lowered = (price: number) => waitFor(async () => expect(await changeOf(charged)).toMatchObject({ price }))
  await announce(productId, 25_000, dayOf(-1), 'lower')
  await lowered(25_000)
  await withdraw(productId)
  await waitFor(async () => expect(await changeOf(charged)).toMatchObject(back))
  // A pause moves the period after the day of another one, and its end moves it before that day again.
  await money.orders.call(op.pauseUserProduct, { id: held.id, days: 20, reason: '요청' })
  await announce(productId, 20_000, dayOf(10), 'lower')
  await lowered(20_000)
  await money.orders.call(op.unpauseUserProduct, { id: held.id, reason: '요청' })
  expect((await plans.find(member, held.id)).subscription?.nextAmount).toBe(30_000)
  const renewed = await plans.renew(member, await plans.find(member, held.id))
  expect(renewed).toMatchObject({ price: 30_000, subscription: { priceChange: { price: 20_000 } } })
  await plans.renew(member, renewed)
  expect(await plans.amountsOf(member)).toEqual([30_000, 40_000, 30_000, 20_000])
})

test('a raise in the place of a lower price counts from that, also where it is withdrawn', async () => {
  money.orders.clock.set('2033-01-10T12:00:00+09:00')
  const { productId, all } = await boughtBy(2, { billingMonths: 3 })
  const [charged, early] = all as [Bought, Bought]
  await announce(productId, 25_000, today(), 'lower')
  for (const each of all) await waitFor(async () => expect(await changeOf(each)).toMatchObject({ price: 25_000 }))
  money.orders.clock.advance(86_400_000)
  await money.orders.call(op.pauseUserProduct, { id: early.held.id, days: 30, reason: '요청' })
  await announce(productId, 40_000)
  for (const each of all) await waitFor(async () => expect(await changeOf(each)).toMatchObject({ price: 40_000 }))
  expect((await changeOf(charged))?.consent?.text).toContain('25,000원에서 40,000원으로')
  money.orders.clock.set(daysAfter(new Date(charged.held.endsAt ?? ''), -5).toISOString())
  await answer(charged, 'accepted')
  const raised = await plans.renew(charged.member, charged.held)
  expect(raised).toMatchObject({ price: 40_000 })
  await withdraw(productId)
  for (const each of all)
    await waitFor(async () => expect(await changeOf(each)).toMatchObject({ price: 25_000, consent: null }))
  await plans.renew(early.member, await plans.find(early.member, early.held.id))
  await plans.renew(charged.member, raised)
  expect(await plans.amountsOf(early.member)).toEqual([30_000, 25_000])
  expect(await plans.amountsOf(charged.member)).toEqual([30_000, 40_000, 25_000])
  await waitFor(() => assertBooksAgree(money))
})

test('a refused raise ends the subscription, whatever price is announced after its day', async () => {
  money.orders.clock.set('2034-01-10T12:00:00+09:00')
  const { productId, all } = await boughtBy(2, { billingMonths: 3 })
  const [refused, silent] = all as [Bought, Bought]
  await announce(productId, 40_000)
  for (const each of all) await waitUntilNotified(each)
  await answer(refused, 'declined')
  money.orders.clock.advance(31 * 86_400_000)
  await announce(productId, 25_000, today(), 'lower')
  await waitFor(async () => expect(await changeOf(silent)).toMatchObject({ price: 25_000 }))
  expect(await changeOf(refused)).toMatchObject({ price: 40_000, consent: { state: 'declined' } })
  await plans.renew(silent.member, silent.held)
  await isOver(refused)
  expect(await plans.amountsOf(silent.member)).toEqual([30_000, 25_000])
  expect(await plans.amountsOf(refused.member)).toEqual([30_000])
})

/** Members of a plan for 30,000 won whose next period costs 25,000, and who were notified of a raise since. */
async function raisedAfterLower(at: string, price: number): Promise<{ productId: string; all: Bought[] }> {
  money.orders.clock.set(at)
  const bought = await boughtBy(2, { billingMonths: 3 })
  const { productId, all } = bought
  await announce(productId, 25_000, today(), 'lower')
  for (const each of all) await waitFor(async () => expect(await changeOf(each)).toMatchObject({ price: 25_000 }))
  money.orders.clock.advance(86_400_000)
  await announce(productId, price)
  for (const each of all) await waitFor(async () => expect(await changeOf(each)).toMatchObject({ price }))
  return bought
}

test('a raise counts from the lower price that is due, also one to the price that the plan still costs', async () => {
  const { productId, all } = await raisedAfterLower('2035-01-10T12:00:00+09:00', 30_000)
  const [agreed, silent] = all as [Bought, Bought]
  expect((await changeOf(agreed))?.consent?.text).toContain('25,000원에서 30,000원으로')
  expect(new Set(await idsOf(productId, 'open'))).toEqual(new Set(all.map(({ held }) => held.id)))
  money.orders.clock.set(daysAfter(new Date(agreed.held.endsAt ?? ''), -5).toISOString())
  await answer(agreed, 'accepted', 30_000)
  const raised = await plans.renew(agreed.member, agreed.held)
  expect(raised).toMatchObject({ price: 30_000, subscription: { priceChange: null } })
  await isOver(silent)
  await withdraw(productId)
  expect(await waitUntilNotified(agreed)).toMatchObject({ price: 25_000, consent: null })
  await plans.renew(agreed.member, raised)
  expect(await plans.amountsOf(agreed.member)).toEqual([30_000, 30_000, 25_000])
  await waitFor(() => assertBooksAgree(money))
})

test('a smaller raise takes the place of an unanswered one, where it is more than the lower price before that', async () => {
  const { productId, all } = await raisedAfterLower('2036-01-10T12:00:00+09:00', 40_000)
  const [agreed, silent] = all as [Bought, Bought]
  money.orders.clock.advance(31 * 86_400_000)
  await announce(productId, 28_000)
  for (const each of all)
    await waitFor(async () => expect(await changeOf(each)).toMatchObject({ price: 28_000, consent: { state: 'open' } }))
  money.orders.clock.set(daysAfter(new Date(agreed.held.endsAt ?? ''), -5).toISOString())
  await answer(agreed, 'accepted', 28_000)
  await plans.renew(agreed.member, agreed.held)
  await isOver(silent)
  expect(await plans.amountsOf(agreed.member)).toEqual([30_000, 28_000])
  expect(await plans.amountsOf(silent.member)).toEqual([30_000])
})
