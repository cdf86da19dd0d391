import { randomUUID } from 'node:crypto'
import { contract, type Input } from '@kingcar/contract'
import { uuidv7 } from '@kingcar/db'
import { waitFor } from '@kingcar/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type Orders, startTestOrders } from './orders-service.ts'
import { addUserProduct, productOf, usesOf, visitOf, visitsOf } from './visit-fixtures.ts'

let orders: Orders
let member: string
let subscription: string
let single: string
beforeAll(async () => {
  orders = await startTestOrders()
  ;[member, subscription, single] = [randomUUID(), randomUUID(), randomUUID()]
  await know('members', member)
  await know('products', subscription)
  await know('products', single, { type: 'onetime', billing_months: null, use_limit: 3, on_sale: false })
})
afterAll(() => orders[Symbol.asyncDispose]())

/** Inserts rows of projections. */
async function know(table: 'members' | 'products', id: string, fields: Record<string, unknown> = {}): Promise<void> {
  const { sql } = orders.backend
  const usual = {
    members: { name: '홍길동', email: null, phone_number: '+821012345678', version: 1 },
    products: {
      ...{ name: '월 4회 세차 구독', type: 'subscribe', price: 29_900, billing_months: 2, use_limit: 4 },
      ...{ store_ids: [], on_sale: true, removed: false, version: 1 },
    },
  }
  const row = Object.assign({ id }, usual[table], fields)
  await sql`insert into ${sql(`orders.${table}`)} ${sql(row)}`
}

const { grantUserProduct, cancelUserProduct } = contract.orders
const grant = (fields: Partial<Input<typeof grantUserProduct>> = {}, idempotencyKey?: string) => {
  const input = Object.assign({ memberId: member, productId: subscription, reason: '사과' }, fields)
  return orders.call(grantUserProduct, input, idempotencyKey === undefined ? {} : { idempotencyKey })
}
const cancel = (id: string) => orders.call(cancelUserProduct, { id, reason: '실수' })
const audited = (id: string) =>
  orders.events.filter(({ name, payload }) => name === 'orders.audited' && payload.entityId === id)

describe('a product that an administrator grants', () => {
  test('is one free period of a subscription, without a renewal', async () => {
    orders.clock.set('2027-12-31T10:00:00Z')
    const granted = await grant()
    expect(granted).toMatchObject({
      ...{ memberId: member, memberName: '홍길동', productName: '월 4회 세차 구독', state: 'Available' },
      ...{ startsAt: expect.stringContaining('2027-12-31T10:00'), endsAt: expect.stringContaining('2028-02-29T10:00') },
      ...{ remainingUses: 4, orderId: null, nextBillingAt: null },
    })
    expect(granted.endsAt?.slice(16)).toBe(granted.startsAt.slice(16))
    await waitFor(() => {
      expect(audited(granted.id)).toMatchObject([
        { payload: { action: 'grantUserProduct', before: null, after: { memberId: member, reason: '사과' } } },
      ])
      const changed = orders.events.filter(({ name }) => name === 'orders.userProductChanged')
      expect(changed).toContainEqual(
        expect.objectContaining({ payload: expect.objectContaining({ memberId: member, version: 1 }) }),
      )
    })
  })

  test('is granted also if its entry of the access log cannot be stored, which follows later', async () => {
    const { sql } = orders.backend
    await sql`create function orders.refuse() returns trigger language plpgsql
      as $$ begin raise exception 'in conflict' using errcode = '40001'; end $$`
    await sql`create trigger refuse before insert on orders.outbox for each row
      when (new.subject = 'evt.orders.accessed') execute function orders.refuse()`
    const granted = await grant()
    expect(granted).toMatchObject({ memberId: member })
    const recorded = () => orders.events.filter(({ name }) => name === 'orders.accessed').length
    const before = recorded()
    await sql`drop function orders.refuse() cascade`
    await expect.poll(recorded).toBe(before + 1)
    expect(orders.events.findLast(({ name }) => name === 'orders.accessed')).toMatchObject({
      payload: { action: 'grantUserProduct', memberIds: [member] },
    })
  })

  test('may be off sale, and has no end if it is a one-time product', async () => {
    expect(await grant({ productId: single })).toMatchObject({ type: 'onetime', endsAt: null, remainingUses: 3 })
  })

  test('is used by a visit', async () => {
    orders.clock.set(new Date(Date.now() - 60_000).toISOString())
    const visits = await visitsOf(orders)
    const { id } = await grant()
    const visit = visitOf(member)
    await visits.recordAndWait(visit)
    expect(await usesOf(orders, visit.id)).toMatchObject([{ product: id }])
  })

  test('becomes available at its start and complete at its end', async () => {
    orders.clock.set('2026-05-01T00:00:00Z')
    const { id, state } = await grant({ startsAt: '2026-06-01T00:00:00.000Z' })
    expect(state).toBe('Unavailable')
    orders.clock.set('2026-06-01T00:00:01Z')
    await expect.poll(() => productOf(orders, id)).toMatchObject({ state: 'Available', version: 2 })
    orders.clock.set('2026-08-01T00:00:01Z')
    await expect.poll(() => productOf(orders, id)).toMatchObject({ state: 'Complete', version: 3 })
  })

  test.each(['9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z', '2026-12-31T23:59:60Z'])(
    'does not begin at %s',
    async (startsAt) => expect(await codeOf(grant({ startsAt }))).toBe('VALIDATION_FAILED'),
  )

  test('is granted once for an idempotency key', async () => {
    const key = randomUUID()
    const [first, again] = [await grant({}, key), await grant({}, key)]
    expect(again).toEqual(first)
    expect(await codeOf(grant({ reason: '다른 까닭' }, key))).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('needs a member and a product that exist', async () => {
    const [former, removed] = [randomUUID(), randomUUID()]
    await know('members', former, { name: null, phone_number: null, left_at: new Date() })
    await know('products', removed, { removed: true })
    expect(await codeOf(grant({ memberId: former }))).toBe('MEMBER_NOT_FOUND')
    expect(await codeOf(grant({ memberId: randomUUID() }))).toBe('MEMBER_NOT_FOUND')
    expect(await codeOf(grant({ productId: removed }))).toBe('PRODUCT_NOT_FOUND')
    expect(await codeOf(grant({ productId: randomUUID() }))).toBe('PRODUCT_NOT_FOUND')
  })

  test('may be for a member and a product that were created just now', async () => {
    const [memberId, productId] = [uuidv7(), uuidv7()]
    const granting = grant({ memberId, productId })
    const failed = granting.then(
      () => 'granted',
      () => 'failed',
    )
    await know('members', memberId)
    await know('products', productId)
    expect(await failed).toBe('granted')
    expect(await codeOf(grant({ memberId: uuidv7() }))).toBe('MEMBER_NOT_FOUND')
  })
})

describe('a product that an administrator cancels', () => {
  test('is cancelled once and not renewed again', async () => {
    const id = await addUserProduct(orders, member)
    await orders.backend.sql`
      update orders.user_products set next_billing_at = '2099-01-01', ends_at = '2099-01-01' where id = ${id}`
    expect(await cancel(id)).toMatchObject({ id, state: 'Cancel', nextBillingAt: null, memberName: '홍길동' })
    expect(await codeOf(cancel(id))).toBe('USER_PRODUCT_STATE_INVALID')
    expect(await codeOf(cancel(randomUUID()))).toBe('USER_PRODUCT_NOT_FOUND')
    await waitFor(() =>
      expect(audited(id)).toMatchObject([{ payload: { before: { state: 'Available' }, after: { reason: '실수' } } }]),
    )
  })

  test('may be unavailable but not over; of a former member it shows no name', async () => {
    const former = randomUUID()
    await know('members', former, { name: null, phone_number: null, left_at: new Date() })
    const waiting = await addUserProduct(orders, former, { state: 'Unavailable', startsAt: new Date('2099-01-01') })
    expect(await cancel(waiting)).toMatchObject({ state: 'Cancel', memberName: '탈퇴한 회원' })
    const over = await addUserProduct(orders, member, { state: 'Complete' })
    expect(await codeOf(cancel(over))).toBe('USER_PRODUCT_STATE_INVALID')
  })
})
