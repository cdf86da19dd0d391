import { randomUUID } from 'node:crypto'
import { contract, type Input } from '@kingcar/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowInserter } from './insert-rows.ts'
import { codeOf, type Orders, startTestOrders, type TestMember } from './orders-service.ts'

const { listMyOrders, getMyOrder, listOrders, countOrders, getOrder, exportOrders } = contract.orders
let orders: Orders
let rows: ReturnType<typeof rowInserter>
let hong: TestMember
let kim: TestMember
beforeAll(async () => {
  orders = await startTestOrders()
  rows = rowInserter(orders.backend.sql)
  hong = await orders.addMember({ name: '홍길동', phoneNumber: '+821012349999', carNumber: '12가3456' })
  kim = await orders.addMember({ name: '김 수진', phoneNumber: '+821055556666', carNumber: '서울34바5678' })
})
afterAll(() => orders[Symbol.asyncDispose]())

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

describe('a member', () => {
  test('sees only own orders, the newest first, with the payment window of payable ones', async () => {
    const { id: memberId, actor, name } = await orders.addMember({ name: '이몽룡', phoneNumber: '+821077778888' })
    const car = randomUUID()
    const done = { state: 'Completed', paid_at: at(1), car_id: car, payment_uid: 'imp_1' }
    const paid = await rows.order({ memberId, created_at: at(0), ...done })
    const open = await rows.order({ memberId, created_at: at(2), amount: 10_000 })
    await rows.order({ memberId: hong.id, created_at: at(3) })

    const list = (input: Input<typeof listMyOrders>) => orders.call(listMyOrders, input, { actor })
    const all = await list({})
    expect(all).toMatchObject({ totalElements: 2, content: [{ id: open.id }, { id: paid.id }] })
    expect(all.content).toEqual([
      {
        ...{ id: open.id, merchantUid: open.merchant_uid, productId: open.product_id, productName: '프리미엄 손세차' },
        ...{ productType: 'onetime', carId: null, amount: 10_000, refundedAmount: 0, state: 'Create' },
        ...{ discount: 0, coupon: null },
        ...{ paidAt: null, refundedAt: null, failReason: null, userProductId: null, createdAt: at(2).toISOString() },
        payment: {
          api: 'v1',
          impCode: 'imp00000000',
          channelKey: 'channel-key',
          merchantUid: open.merchant_uid,
          name: '프리미엄 손세차',
          amount: 10_000,
          buyerName: name,
          buyerTel: '01077778888',
        },
        refundNeedsAccount: false,
      },
      expect.objectContaining({ id: paid.id, carId: car, paidAt: at(1).toISOString(), payment: null }),
    ])
    expect((await list({ state: 'Create' })).content).toEqual([all.content[0]])
    expect((await list({ sort: ['amount,desc'], size: 1, page: 1 })).content).toEqual([all.content[0]])
    expect(await orders.call(getMyOrder, { orderId: open.id }, { actor })).toEqual(all.content[0])
    expect(await orders.call(getMyOrder, { orderId: paid.id.toUpperCase() }, { actor })).toEqual(all.content[1])
  })

  test("gets the same error for another member's order as for a missing one", async () => {
    const { id } = await rows.order({ memberId: kim.id })
    for (const orderId of [id, randomUUID()])
      expect(await codeOf(orders.call(getMyOrder, { orderId }, { actor: hong.actor }))).toBe('ORDER_NOT_FOUND')
    await orders.backend.sql`delete from orders.orders where id = ${id}`
  })
})

describe('administrators', () => {
  const list = (input: Input<typeof listOrders>) => orders.call(listOrders, input)
  const found = async (input: Input<typeof listOrders>) => (await list(input)).content.map(({ id }) => id)

  test('find orders by their members and numbers', async () => {
    const { sql } = orders.backend
    await sql`truncate orders.orders cascade`
    const [first, second] = [
      await rows.order({ memberId: hong.id, created_at: at(0), merchant_uid: 'hong-1' }),
      await rows.order({ memberId: kim.id, created_at: at(1) }),
    ]
    const email = `member-${kim.id.slice(0, 13)}`
    const cases: [string, string[]][] = [
      ['길동', [first.id]],
      ['ㄱㅅㅈ', [second.id]],
      ['김수진', [second.id]],
      ['9999', [first.id]],
      ['3456', [first.id]],
      ['010-5555-6666', [second.id]],
      ['서울34바 5678', [second.id]],
      [email, [second.id]],
      [String(second.merchant_uid), [second.id]],
      [first.id.toUpperCase(), [first.id]],
      ['hong-1', [first.id]],
      ['hong-', []],
      [hong.id, []],
      [' ', [second.id, first.id]],
      ['없는 사람', []],
    ]
    for (const [q, expected] of cases) {
      const { content, totalElements } = await list({ q })
      expect([q, totalElements, ...content.map(({ id }) => id)]).toEqual([q, expected.length, ...expected])
    }
  })

  test('find no member by a removed car or by data of a former member', async () => {
    const left = await orders.addMember({ name: '성춘향', phoneNumber: '+821044443333', carNumber: '77가7777' })
    const { id } = await rows.order({ memberId: left.id })
    const [carId, memberId] = [left.carId, left.id]
    await orders.publishAndWait('member.carChanged', {
      carId,
      memberId,
      carNumber: '77가7777',
      removed: true,
      version: 2,
    })
    expect([await found({ q: '7777' }), await found({ q: '77가7777' }), await found({ q: '성춘향' })]).toEqual([
      [],
      [],
      [id],
    ])
    await orders.publishAndWait('member.left', { memberId, leftAt: at(9).toISOString() })
    for (const q of ['성춘향', 'ㅅㅊㅎ', '3333', '+821044443333']) expect([q, await found({ q })]).toEqual([q, []])
    expect((await list({})).content.find((order) => order.id === id)).toMatchObject({
      memberId,
      memberName: '탈퇴한 회원',
      memberPhoneNumber: '',
      payment: null,
    })
  })

  test('filter and sort the list, and its total follows the filter', async () => {
    await orders.backend.sql`truncate orders.orders cascade`
    expect((await list({})).totalElements).toBe(0)
    const of = (minute: number, over: object) => rows.order({ memberId: hong.id, created_at: at(minute), ...over })
    const cheap = await of(0, { amount: 1_000 })
    const dear = await of(1, { amount: 9_000, state: 'Completed', paid_at: at(8) })
    const back = await of(2, {
      amount: 5_000,
      state: 'Refund',
      paid_at: at(5),
      refunded_at: at(6),
      refunded_amount: 5_000,
    })
    expect(await list({})).toMatchObject({ totalElements: 3 })
    expect(await found({})).toEqual([back.id, dear.id, cheap.id])
    expect(await found({ sort: ['amount,asc'] })).toEqual([cheap.id, back.id, dear.id])
    expect(await found({ sort: ['paidAt,asc'] })).toEqual([back.id, dear.id, cheap.id])
    expect(await list({ state: 'Refund' })).toMatchObject({ totalElements: 1, content: [{ id: back.id }] })
    const range = { from: at(1).toISOString(), to: at(2).toISOString() }
    expect(await list(range)).toMatchObject({ totalElements: 1, content: [{ id: dear.id }] })
    const counted = (input: Input<typeof countOrders>) => orders.call(countOrders, input)
    expect(await counted({})).toEqual({ count: 3, paid: 14_000, refunded: 5_000 })
    expect(await counted({ state: 'Create' })).toEqual({ count: 1, paid: 0, refunded: 0 })
    expect(await counted({ ...range, q: '길동' })).toEqual({ count: 1, paid: 9_000, refunded: 0 })
    expect(await counted({ q: '없는 사람' })).toEqual({ count: 0, paid: 0, refunded: 0 })
    // As many as are counted may be a part of all.
    expect(await counted({ most: 3 })).toEqual({ count: 3, paid: null, refunded: null })
    expect(await counted({ most: 2 })).toEqual({ count: 2, paid: null, refunded: null })
    expect(await list({ size: 2, page: 1 })).toMatchObject({ totalElements: 3, content: [{ id: cheap.id }] })
    await orders.backend.sql`delete from orders.orders where id = ${cheap.id}`
    expect(await list({})).toMatchObject({ totalElements: 2 })
    expect(await codeOf(list({ from: '2026-02-01', to: '2026-01-01' }))).toBe('VALIDATION_FAILED')
  })

  test('export the list as a file', async () => {
    await orders.backend.sql`truncate orders.orders cascade`
    const order = await rows.order({ memberId: kim.id, created_at: at(0), fail_reason: '=한도 초과', state: 'Fail' })
    await rows.order({ memberId: hong.id })
    const other = await rows.order({ memberId: kim.id })
    const chosen = { ids: [order.id, randomUUID()], reason: '월말 정산' }
    expect((await orders.call(exportOrders, chosen)).lines.split('\r\n').map((line) => line.slice(0, 36))).toEqual([
      expect.stringContaining('주문 ID'),
      order.id,
      '',
    ])
    expect((await orders.call(exportOrders, { ...chosen, q: '홍길동' })).lines).not.toContain(order.id)
    await orders.backend.sql`delete from orders.orders where id = ${other.id}`
    const { lines, next } = await orders.call(exportOrders, { q: '김수진', reason: '월말 정산', full: true })
    expect(next).toBeNull()
    expect(lines.split('\r\n')).toEqual([
      '주문 ID,주문 번호,주문일시,상태,상품,금액,할인,쿠폰,쿠폰 코드,환불 금액,결제일시,환불일시,실패 사유,회원,휴대폰 번호,회원 ID',
      `${order.id},${order.merchant_uid},2026-01-01 09:00:00,실패,프리미엄 손세차,35000,0,,,0,,,'=한도 초과,김 수진,010-5555-6666,${kim.id}`,
      '',
    ])
  })

  test('see the timeline of an order, the earliest entry first', async () => {
    const { id } = await rows.order({ memberId: hong.id, state: 'Completed', paid_at: at(1) })
    const actorId = randomUUID()
    await rows.entry(id, { at: at(0) })
    await rows.entry(id, {
      at: at(1),
      from_state: 'Create',
      to_state: 'Paid',
      cause: 'confirmed',
      amount: 35_000,
      paid: 35_000,
    })
    await rows.entry(id, { at: at(1), from_state: 'Paid', to_state: 'Completed', cause: 'granted', actor_id: actorId })
    const detail = await orders.call(getOrder, { orderId: id })
    expect(detail).toMatchObject({ id, memberId: hong.id, memberName: '홍길동', memberPhoneNumber: '+821012349999' })
    expect(detail.timeline).toEqual([
      { at: at(0).toISOString(), from: null, to: 'Create', cause: 'ordered', amount: null, actorId: null },
      { at: at(1).toISOString(), from: 'Create', to: 'Paid', cause: 'confirmed', amount: 35_000, actorId: null },
      { at: at(1).toISOString(), from: 'Paid', to: 'Completed', cause: 'granted', amount: null, actorId },
    ])
    expect(await codeOf(orders.call(getOrder, { orderId: randomUUID() }))).toBe('ORDER_NOT_FOUND')
  })
})
