import { randomUUID } from 'node:crypto'
import { waitFor } from '@kingcar/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowInserter } from './insert-rows.ts'
import { admin, codeOf, type Orders, startTestOrders, type TestMember } from './orders-service.ts'
import { op } from './orders-with-provider.ts'

const day = 24 * 3_600_000
let orders: Orders
let monthly: string
let member: TestMember

beforeAll(async () => {
  orders = await startTestOrders()
  monthly = (await orders.addProduct({ type: 'subscribe', price: 50_000, billingMonths: 1, useLimit: 4 })).id
  member = await orders.addMember()
})
afterAll(() => orders[Symbol.asyncDispose]())

/** A subscription that renews in ten days. */
async function subscription(over: Record<string, unknown> = {}): Promise<string> {
  const endsAt = new Date(orders.clock.now().getTime() + 10 * day)
  const { id } = await rowInserter(orders.backend.sql).userProduct({
    ...{ memberId: member.id, product_id: monthly, type: 'subscribe', price: 50_000, billing_months: 1 },
    ...{ ends_at: endsAt, next_billing_at: endsAt, order_id: randomUUID(), ...over },
  })
  return id
}
const productOf = async (id: string) => {
  const [row] = await orders.backend.sql<{ state: string; next_billing_at: Date | null }[]>`
    select state, next_billing_at from orders.user_products where id = ${id}`
  return row
}
/** What the list of administrators says of a product. */
async function canResume(id: string, memberId = member.id): Promise<boolean | undefined> {
  const { content } = await orders.call(op.listUserProducts, { memberId, size: 100 })
  return content.find((each) => each.id === id)?.canResume
}
const audited = (id: string) =>
  orders.events.filter(({ name, payload }) => name === 'orders.audited' && payload.entityId === id)
const past = () => new Date(orders.clock.now().getTime() - 1_000)

describe('a renewal', () => {
  test('that a member has stopped is resumed until the period ends', async () => {
    const id = await subscription()
    const by = { actor: member.actor }
    expect(await codeOf(orders.call(op.resumeRenewal, { id }, by))).toBe('USER_PRODUCT_STATE_INVALID')
    const { endsAt } = await orders.call(op.stopRenewal, { id }, by)
    expect(await canResume(id)).toBe(true)
    expect(await orders.call(op.resumeRenewal, { id }, by)).toMatchObject({ state: 'Available', nextBillingAt: endsAt })
    const stranger = await orders.addMember()
    expect(await codeOf(orders.call(op.resumeRenewal, { id }, { actor: stranger.actor }))).toBe(
      'USER_PRODUCT_NOT_FOUND',
    )
  })

  test('is stopped and resumed by an administrator, with a reason in the audit log', async () => {
    const id = await subscription()
    const stopped = await orders.call(op.stopUserProduct, { id, reason: '전화로 해지' })
    expect(stopped).toMatchObject({ id, memberId: member.id, state: 'Available', nextBillingAt: null, canResume: true })
    expect(await codeOf(orders.call(op.stopUserProduct, { id, reason: '또' }))).toBe('USER_PRODUCT_STATE_INVALID')
    const resumed = await orders.call(op.resumeUserProduct, { id, reason: '해지 취소' })
    expect(resumed).toMatchObject({ nextBillingAt: resumed.endsAt, canResume: false })
    await waitFor(() =>
      expect(audited(id).map(({ payload }) => payload)).toMatchObject([
        {
          ...{ action: 'stopUserProduct', actorId: admin.id, before: { nextBillingAt: resumed.endsAt } },
          after: { state: 'Available', nextBillingAt: null, reason: '전화로 해지' },
        },
        { action: 'resumeUserProduct', after: { nextBillingAt: resumed.endsAt, reason: '해지 취소' } },
      ]),
    )
    const unknown = { id: randomUUID(), reason: '없음' }
    for (const each of [op.stopUserProduct, op.resumeUserProduct])
      expect(await codeOf(orders.call(each, unknown))).toBe('USER_PRODUCT_NOT_FOUND')
  })

  test.each([
    ['that has ended', { state: 'Complete', next_billing_at: null }],
    ['whose period is over', { next_billing_at: null, ends_at: past }],
    ['that was granted', { next_billing_at: null, order_id: null }],
    ['that is being refunded', { next_billing_at: null, refunding: true }],
    ['that is not a subscription', { next_billing_at: null, type: 'onetime', billing_months: null }],
  ])('of a product %s is not resumed', async (_, { ends_at, ...fields }: Record<string, unknown>) => {
    const id = await subscription({ ...fields, ...(typeof ends_at === 'function' && { ends_at: ends_at() }) })
    expect(await canResume(id)).toBe(false)
    expect(await codeOf(orders.call(op.resumeUserProduct, { id, reason: '요청' }))).toBe('USER_PRODUCT_STATE_INVALID')
  })

  test('of a member who has left is not resumed', async () => {
    const leaver = await orders.addMember()
    const id = await subscription({ member_id: leaver.id })
    await orders.publishAndWait('member.left', { memberId: leaver.id, leftAt: new Date().toISOString() })
    expect(await productOf(id)).toMatchObject({ state: 'Available', next_billing_at: null })
    expect(await canResume(id, leaver.id)).toBe(false)
    expect(await codeOf(orders.call(op.resumeUserProduct, { id, reason: '요청' }))).toBe('USER_PRODUCT_STATE_INVALID')
  })
})

describe('the deletion of a product', () => {
  const remove = (productId: string, stopsSubscriptions: boolean, version = 2) =>
    orders.publishAndWait('catalog.productChanged', {
      ...{ productId, name: '월 4회', type: 'subscribe', price: 50_000, billingMonths: 1, useLimit: 4, storeIds: [] },
      ...{ onSale: true, removed: true, stopsSubscriptions, version },
    })

  test('counts the subscriptions that renew', async () => {
    const { id: product } = await orders.addProduct({ type: 'subscribe', billingMonths: 1 })
    const count = () => orders.call(op.countSubscriptions, { id: product })
    expect(await count()).toEqual({ renewing: 0 })
    const first = await subscription({ product_id: product })
    await subscription({ product_id: product, state: 'Unavailable', due_at: past() })
    expect(await count()).toEqual({ renewing: 2 })
    await orders.call(op.stopUserProduct, { id: first, reason: '요청' })
    expect(await count()).toEqual({ renewing: 1 })
    expect(await codeOf(orders.call(op.countSubscriptions, { id: randomUUID() }))).toBe('PRODUCT_NOT_FOUND')
  })

  test('keeps subscriptions, or stops all at the end of their periods, also those that are bought later', async () => {
    const kept = (await orders.addProduct({ type: 'subscribe', billingMonths: 1 })).id
    const stopped = (await orders.addProduct({ type: 'subscribe', billingMonths: 1 })).id
    const goesOn = await subscription({ product_id: kept })
    const many = await Promise.all(Array.from({ length: 700 }, () => subscription({ product_id: stopped })))
    const unpaid = await subscription({ product_id: stopped, state: 'Unavailable', due_at: past() })
    await remove(kept, false)
    await remove(stopped, true)
    await remove(stopped, true) // events may come twice
    expect(await codeOf(orders.call(op.countSubscriptions, { id: stopped }))).toBe('PRODUCT_NOT_FOUND')
    await waitFor(async () =>
      expect(
        await orders.backend.sql`
          select from orders.user_products where product_id = ${stopped} and next_billing_at is not null`,
      ).toHaveLength(0),
    )
    for (const id of many.slice(-3)) expect(await productOf(id)).toMatchObject({ state: 'Available' })
    expect(await productOf(unpaid)).toMatchObject({ state: 'Complete', next_billing_at: null })
    expect((await productOf(goesOn))?.next_billing_at).not.toBeNull()
    await waitFor(() => {
      const told = orders.events.filter(
        ({ name, payload }) => name === 'orders.userProductChanged' && many.includes(idOf(payload)),
      )
      expect(told).toHaveLength(many.length)
    })

    const late = await subscription({ product_id: stopped })
    await waitFor(async () =>
      expect(await productOf(late)).toMatchObject({ state: 'Available', next_billing_at: null }),
    )
    expect(await canResume(late)).toBe(false)
    expect(await codeOf(orders.call(op.resumeUserProduct, { id: late, reason: '요청' }))).toBe(
      'USER_PRODUCT_STATE_INVALID',
    )
  })
})

const idOf = ({ userProduct }: Record<string, unknown>): string => (userProduct as { id: string }).id
