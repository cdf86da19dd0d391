import { waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { codeOf } from './orders-service.ts'
import { assertBooksAgree, op, providerBeforeAll } from './orders-with-provider.ts'
import { type Held, type Plans, plan, plansOf } from './sold-plans.ts'
import { decisionOf, type Visits, visitOf, visitsOf } from './visit-fixtures.ts'

const day = 86_400_000
const money = providerBeforeAll()
let visits: Visits
let plans: Plans
beforeAll(async () => {
  plans = plansOf(money)
  visits = await visitsOf(money.orders)
})

const after = (at: string | null, ms: number) => new Date(Date.parse(at ?? '') + ms).toISOString()
const refusals = (...calls: Promise<unknown>[]) => Promise.all(calls.map(codeOf))

// First: visits have the real time, and the other tests move the clock.
test('a paused plan is not used, says so, and is used again when its pause is ended', async () => {
  const { member, by, held } = await plans.subscribed({ pauseDaysPerYear: 30 })
  const { id } = held
  const paused: Held = await money.orders.call(op.pauseMyProduct, { id, days: 14 }, by)
  expect(paused).toMatchObject({
    state: 'Unavailable',
    endsAt: after(held.endsAt, 14 * day),
    nextBillingAt: paused.endsAt,
  })
  const visit = visitOf(member.id)
  await visits.recordAndWait(visit)
  await waitFor(() =>
    expect(decisionOf(money.orders, visit.id)).toMatchObject({
      useDecision: 'paused',
      judgedProduct: { userProductId: id },
    }),
  )
  expect(await codeOf(money.order(member, held.productId))).toBe('ALREADY_SUBSCRIBED')

  const ended: Held = await money.orders.call(op.unpauseMyProduct, { id }, by)
  const { since, until } = paused.subscription?.pause ?? { since: '', until: '' }
  expect(Date.parse(until) - Date.parse(since)).toBe(14 * day)
  const shorter = Date.parse(paused.endsAt ?? '') - Date.parse(ended.endsAt ?? '')
  expect(shorter).toBeGreaterThan(13 * day)
  expect(Date.parse(ended.endsAt ?? '')).toBeGreaterThan(Date.parse(held.endsAt ?? ''))
  expect(ended).toMatchObject({ state: 'Available', subscription: { pause: null, pausedDays: { days: 1 } } })
  const next = visitOf(member.id)
  await visits.recordAndWait(next)
  await waitFor(() => expect(decisionOf(money.orders, next.id)).toMatchObject({ useDecision: 'used' }))
})

test('a pause moves the charge and ends by itself, and the periods follow from the moved end', async () => {
  money.orders.clock.set('2027-01-31T12:00:00+09:00')
  const { member, by, held } = await plans.subscribed({ pauseDaysPerYear: 30 })
  const { id } = held
  money.orders.clock.set('2027-02-10T12:00:00+09:00')
  const paused: Held = await money.orders.call(op.pauseMyProduct, { id, days: 10 }, by)
  plans.pass(paused.subscription?.pause?.until ?? null)
  await waitFor(async () => expect(await plans.find(member, id)).toMatchObject({ state: 'Available' }))
  plans.pass(held.endsAt) // when it would have been charged without the pause
  const renewed = await plans.renew(member, paused)
  expect([paused.endsAt, renewed.endsAt].map((end) => end?.slice(0, 10))).toEqual(['2027-03-10', '2027-04-10'])
  expect(await plans.amountsOf(member)).toEqual([30_000, 30_000])
  await waitFor(() => assertBooksAgree(money))
})

test('a member pauses no longer than the year allows; an administrator does, audited, and the days count', async () => {
  money.orders.clock.set('2027-06-01T12:00:00+09:00')
  const { member, by, held } = await plans.subscribed({ pauseDaysPerYear: 10 })
  const { id } = held
  const pause = (days: number) => money.orders.call(op.pauseMyProduct, { id, days }, by)
  const end = () => money.orders.call(op.unpauseMyProduct, { id }, by)
  await expect(pause(11)).rejects.toMatchObject({
    code: 'PAUSE_LIMIT_EXCEEDED',
    details: [{ path: 'days', en: '10 days are left of this year.' }],
  })
  expect(await plans.find(member, id)).toEqual(held)
  await pause(10)
  expect(await refusals(pause(1), money.orders.call(op.pauseUserProduct, { id, days: 1, reason: '요청' }))).toEqual([
    ...['USER_PRODUCT_STATE_INVALID', 'USER_PRODUCT_STATE_INVALID'],
  ])
  money.orders.clock.advance(4 * day + 3_600_000)
  await end() // the fifth day has begun
  expect(await codeOf(end())).toBe('USER_PRODUCT_STATE_INVALID')
  expect(await codeOf(pause(6))).toBe('PAUSE_LIMIT_EXCEEDED')
  const byAdmin: Held = await money.orders.call(op.pauseUserProduct, { id, days: 40, reason: '출장' })
  expect(byAdmin).toMatchObject({ state: 'Unavailable', subscription: { pausedDays: { year: 2027, days: 45 } } })
  await money.orders.call(op.unpauseUserProduct, { id, reason: '복귀' })
  expect(await codeOf(pause(6))).toBe('PAUSE_LIMIT_EXCEEDED')
  await waitFor(() =>
    expect(
      money.orders.events.flatMap(({ name, payload }) =>
        name === 'orders.audited' && payload.entityId === id ? [payload.action] : [],
      ),
    ).toEqual(['pauseUserProduct', 'unpauseUserProduct']),
  )
  money.orders.clock.set('2028-01-01T00:00:00+09:00')
  await waitFor(async () => expect((await plans.find(member, id)).endsAt?.slice(0, 4)).toBe('2028'))
  expect(await pause(10)).toMatchObject({ subscription: { pausedDays: { year: 2028, days: 10 } } })
})

test('what is unpaid, in its trial, stopped, or of another member is not paused', async () => {
  money.orders.clock.set('2028-03-01T12:00:00+09:00')
  const pause = (id: string, actor: typeof stranger.actor) =>
    money.orders.call(op.pauseMyProduct, { id, days: 1 }, { actor })
  const stranger = await money.orders.addMember()
  const { member, by, held } = await plans.subscribed({ pauseDaysPerYear: 10 })
  expect(await codeOf(pause(held.id, stranger.actor))).toBe('USER_PRODUCT_NOT_FOUND')
  await money.orders.call(op.stopRenewal, { id: held.id }, by)
  expect(await codeOf(pause(held.id, member.actor))).toBe('USER_PRODUCT_STATE_INVALID')
  const trial = await plans.subscribed({ pauseDaysPerYear: 10, trialDays: 7 })
  expect(await codeOf(pause(trial.held.id, trial.member.actor))).toBe('USER_PRODUCT_STATE_INVALID')

  const unpaid = await plans.subscribed({ pauseDaysPerYear: 10 })
  const { id } = await money.card(unpaid.member, '4000-0000-0000-0002')
  await money.orders.call(op.updateCard, { id, main: true }, unpaid.by)
  plans.pass(unpaid.held.endsAt)
  await waitFor(async () => expect((await plans.find(unpaid.member, unpaid.held.id)).dunning).not.toBeNull())
  expect(await codeOf(pause(unpaid.held.id, unpaid.member.actor))).toBe('USER_PRODUCT_STATE_INVALID')
})

test('a paused plan can be stopped and resumed, and ends with its moved period', async () => {
  const { member, by, held } = await plans.subscribed({ pauseDaysPerYear: 10 })
  const { id } = held
  const paused: Held = await money.orders.call(op.pauseMyProduct, { id, days: 10 }, by)
  expect(await money.orders.call(op.stopRenewal, { id }, by)).toMatchObject({
    state: 'Unavailable',
    nextBillingAt: null,
  })
  expect(await money.orders.call(op.resumeRenewal, { id }, by)).toMatchObject({ nextBillingAt: paused.endsAt })
  await money.orders.call(op.stopRenewal, { id }, by)
  plans.pass(paused.endsAt)
  await waitFor(async () => expect(await plans.find(member, id)).toMatchObject({ state: 'Complete' }))
  expect(await plans.amountsOf(member)).toEqual([plan.price])
})
