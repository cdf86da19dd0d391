import { randomUUID } from 'node:crypto'
import { contract, type Input } from '@kingcar/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowInserter } from './insert-rows.ts'
import { type Orders, startTestOrders, type TestMember } from './orders-service.ts'

const { listMyProducts, listUserProducts, countUserProducts, exportUserProducts } = contract.orders
const { listMyUseLogs, listUseLogs, countUseLogs, exportUseLogs } = contract.orders
let orders: Orders
let rows: ReturnType<typeof rowInserter>
let hong: TestMember
let kim: TestMember
beforeAll(async () => {
  orders = await startTestOrders()
  rows = rowInserter(orders.backend.sql)
  hong = await orders.addMember({ name: '홍길동', phoneNumber: '+821012349999', carNumber: '12가3456' })
  kim = await orders.addMember({ name: '김수진', phoneNumber: '+821055556666', carNumber: '34나5678' })
})
afterAll(() => orders[Symbol.asyncDispose]())

/** Later than any state change that a job would make. */
const at = (minute: number) => new Date(Date.UTC(2099, 0, 1, 0, minute))
const idsOf = ({ content }: { content: { id: string }[] }) => content.map(({ id }) => id)

describe('user products', () => {
  test('are listed to their member, the latest start first', async () => {
    const subscription = { type: 'subscribe', billing_months: 1, use_limit: null, remaining_uses: null }
    const next = { next_billing_at: at(50), ends_at: at(50) }
    const { id: orderId } = await rows.order({ memberId: hong.id })
    const late = await rows.userProduct({
      ...{ memberId: hong.id, starts_at: at(5), created_at: at(0), order_id: orderId },
      ...{ ...subscription, ...next },
    })
    const early = await rows.userProduct({ memberId: hong.id, starts_at: at(1), created_at: at(1), ends_at: at(60) })
    await rows.userProduct({ memberId: kim.id })
    const list = (input: Input<typeof listMyProducts>) => orders.call(listMyProducts, input, { actor: hong.actor })
    const all = await list({})
    expect(all.totalElements).toBe(2)
    expect(all.content).toEqual([
      {
        ...{ id: late.id, productId: late.product_id, productName: '프리미엄 손세차', type: 'subscribe', orderId },
        ...{ state: 'Available', startsAt: at(5).toISOString(), endsAt: at(50).toISOString(), remainingUses: null },
        ...{ nextBillingAt: at(50).toISOString(), price: 35_000, billingMonths: 1, useLimit: null },
        ...{
          carLimit: null,
          carId: null,
          usesPerDay: null,
          usesPerStay: 1,
          storeIds: [],
          dunning: null,
          coupon: null,
          subscription: expect.objectContaining({ nextAmount: 35_000, trial: false, pause: null, change: null }),
        },
      },
      expect.objectContaining({ id: early.id, remainingUses: 1, orderId: null, nextBillingAt: null }),
    ])
    expect(idsOf(await list({ sort: ['endsAt,desc'], size: 1 }))).toEqual([early.id])
  })

  test('are searched, filtered, sorted and exported for administrators', async () => {
    await orders.backend.sql`truncate orders.user_products cascade`
    const list = (input: Input<typeof listUserProducts>) => orders.call(listUserProducts, input)
    const first = await rows.userProduct({ memberId: hong.id, created_at: at(0), starts_at: at(9), state: 'Complete' })
    const second = await rows.userProduct({ memberId: kim.id, created_at: at(1), starts_at: at(2), ends_at: at(3) })
    const all = await list({})
    expect(all).toMatchObject({ totalElements: 2 })
    expect(all.content[0]).toMatchObject({
      id: second.id,
      memberId: kim.id,
      memberName: '김수진',
      createdAt: at(1).toISOString(),
    })
    expect(idsOf(await list({ sort: ['startsAt,desc'] }))).toEqual([first.id, second.id])
    const productId = String(first.product_id)
    for (const input of [{ q: 'ㅎㄱㄷ' }, { memberId: hong.id }, { productId }, { state: 'Complete' as const }]) {
      expect([idsOf(await list(input)), (await list(input)).totalElements]).toEqual([[first.id], 1])
      expect(await orders.call(countUserProducts, input)).toEqual({ count: 1 })
    }
    expect(await orders.call(countUserProducts, {})).toEqual({ count: 2 })
    expect(await orders.call(countUserProducts, { most: 1 })).toEqual({ count: 1 })
    const { lines } = await orders.call(exportUserProducts, { q: '5678', reason: '월말 정산', full: true })
    expect(lines.split('\r\n')).toEqual([
      '이용 상품 ID,지급일시,상품,종류,상태,시작일시,종료일시,남은 횟수,다음 결제일시,주문 ID,회원,회원 ID',
      `${second.id},2099-01-01 09:01:00,프리미엄 손세차,단품,이용 중,2099-01-01 09:02:00,2099-01-01 09:03:00,1,,,김수진,${kim.id}`,
      '',
    ])
  })
})

describe('uses', () => {
  test('are listed to their member, without reversed ones', async () => {
    const { id: userProductId } = await rows.userProduct({ memberId: hong.id })
    const of = { memberId: hong.id, userProductId }
    const [first, second] = [await rows.useLog({ ...of, used_at: at(0) }), await rows.useLog({ ...of, used_at: at(1) })]
    await rows.useLog({ ...of, used_at: at(2), reversed_at: at(3), reverse_reason: '오인식' })
    await rows.useLog({ memberId: kim.id, userProductId })
    const list = (input: Input<typeof listMyUseLogs>) => orders.call(listMyUseLogs, input, { actor: hong.actor })
    const all = await list({})
    expect(all.totalElements).toBe(2)
    expect(idsOf(all)).toEqual([second.id, first.id])
    expect(all.content[1]).toEqual({
      ...{ id: first.id, userProductId, productName: '프리미엄 손세차', storeId: first.store_id, storeName: '강남점' },
      ...{ carNumber: '12가3456', usedAt: at(0).toISOString() },
    })
    expect(idsOf(await list({ sort: ['usedAt,asc'] }))).toEqual([first.id, second.id])
  })

  test('are searched, filtered, sorted and exported for administrators', async () => {
    await orders.backend.sql`truncate orders.use_logs`
    const { id: userProductId } = await rows.userProduct({ memberId: hong.id })
    const visit_id = randomUUID()
    const first = await rows.useLog({ memberId: hong.id, userProductId, used_at: at(0), visit_id })
    const reversed = { reversed_at: at(3), reverse_reason: '오인식' }
    const second = await rows.useLog({ memberId: kim.id, userProductId, used_at: at(1), ...reversed })
    const list = (input: Input<typeof listUseLogs>) => orders.call(listUseLogs, input)
    const all = await list({})
    expect(all).toMatchObject({ totalElements: 2 })
    expect(all.content).toMatchObject([
      { id: second.id, memberName: '김수진', visitId: null, reversedAt: at(3).toISOString(), reverseReason: '오인식' },
      { id: first.id, memberId: hong.id, visitId: visit_id, reversedAt: null, reverseReason: null },
    ])
    const range = { from: at(0).toISOString(), to: at(1).toISOString() }
    for (const input of [
      { q: '홍길동' },
      { memberId: hong.id },
      { visitId: visit_id },
      { storeId: String(first.store_id) },
      range,
    ]) {
      expect([idsOf(await list(input)), (await list(input)).totalElements]).toEqual([[first.id], 1])
      expect(await orders.call(countUseLogs, input)).toEqual({ count: 1, reversed: 0 })
    }
    expect(await orders.call(countUseLogs, {})).toEqual({ count: 2, reversed: 1 })
    expect(await orders.call(countUseLogs, { most: 2 })).toEqual({ count: 2, reversed: null })
    expect(await orders.call(countUseLogs, { most: 1 })).toEqual({ count: 1, reversed: null })
    const { lines } = await orders.call(exportUseLogs, { memberId: kim.id, reason: '월말 정산', full: true })
    expect(lines.split('\r\n')).toEqual([
      '이용 내역 ID,이용일시,매장,상품,차량번호,회원,회원 ID,이용 상품 ID,방문 ID,되돌린 일시,되돌린 사유',
      `${second.id},2099-01-01 09:01:00,강남점,프리미엄 손세차,12가3456,김수진,${kim.id},${userProductId},,2099-01-01 09:03:00,오인식`,
      '',
    ])
  })
})
