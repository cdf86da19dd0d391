import type { IncomingMessage } from 'node:http'
import type {
  OrderDetail,
  OrderState,
  OrderSummary,
  OwedReturn,
  UseLogDetail,
  UserProductSummary,
} from '@kingcar/contract'
import { type FakeGateway, ownId, type Reply } from '../fake-gateway.ts'
import { summaryOf } from './members.ts'
import { idIn, pageOf, searchOf } from './paging.ts'
import { productOf as soldOf } from './products.ts'

const idOf = (kind: string, n: number) => `019aa000-00${kind}-7000-8000-${String(n).padStart(12, '0')}`
const states: OrderState[] = ['Completed', 'Create', 'Reserved', 'Fail', 'Cancel', 'Refund']
const at = '2026-11-20T05:02:00.000Z'

const memberOf = (n: number) => {
  const { id, name } = summaryOf(n)
  return { memberId: id, memberName: name }
}
const productNames = ['손세차 10회권', '프리미엄 정기 세차권']
/** Orders of these members. */
export const ordered = productNames.map((name, n) =>
  soldOf(n, { id: idOf('23', n), name, onSale: n === 0, price: 50_000 }),
)
const productOf = (n: number) => ({ productId: idOf('23', n % 2), productName: productNames[n % 2] ?? '' })

type Entry = OrderDetail['timeline'][number]
const entry = (cause: string, from: Entry['from'], to: Entry['to'], fields: Partial<Entry> = {}): Entry => ({
  ...{ at, from, to, cause, amount: null, actorId: null },
  ...fields,
})

function orderOf(n: number, fields: Partial<OrderDetail> = {}): OrderDetail {
  const state = states[(n - 1) % states.length] ?? 'Create'
  const isPaid = state === 'Completed' || state === 'Refund'
  const { memberId, memberName } = memberOf(n)
  const amount = 50_000 + 1_000 * n
  return {
    ...{ id: idOf('24', n), merchantUid: `kc_${String(n).padStart(32, '0')}`, carId: null },
    ...{ ...productOf(n), productType: n % 2 ? 'subscribe' : 'onetime', payment: null, refundNeedsAccount: false },
    ...{ amount, refundedAmount: state === 'Refund' ? amount : 0, state, createdAt: at, discount: 0, coupon: null },
    ...{ paidAt: isPaid ? at : null, refundedAt: state === 'Refund' ? at : null },
    ...{ failReason: state === 'Fail' ? 'AMOUNT_MISMATCH' : null, userProductId: isPaid ? idOf('25', n) : null },
    ...{ memberId, memberName, memberPhoneNumber: '+821012345678', storeId: null, cashReceipt: null },
    timeline: [
      entry('ordered', null, 'Create', { amount, actorId: memberId }),
      ...(isPaid ? [entry('paid', 'Create', 'Paid', { amount }), entry('granted', 'Paid', 'Completed')] : []),
      ...(state === 'Fail' ? [entry('amountMismatch', 'Create', 'Fail'), entry('somethingNew', 'Fail', 'Fail')] : []),
    ],
    owedReturns: [],
    ...fields,
  }
}

function heldOf(n: number, fields: Partial<UserProductSummary> = {}): UserProductSummary {
  const orderId = n % 3 === 0 ? null : idOf('24', n)
  const isHeld = n % 4 !== 3
  return {
    ...{ id: idOf('25', n), ...productOf(n), type: n % 2 ? 'subscribe' : 'onetime', ...memberOf(n), orderId },
    ...{ state: isHeld ? 'Available' : 'Complete', startsAt: at, endsAt: n % 2 ? '2026-12-20T05:02:00.000Z' : null },
    ...{ price: 35_000, billingMonths: n % 2 ? 1 : null, useLimit: n % 2 ? null : 10, storeIds: [] },
    ...{ carLimit: n % 2 ? 1 : null, carId: null, usesPerDay: null, usesPerStay: 1, dunning: null, subscription: null },
    ...{ remainingUses: n % 2 ? null : 7, nextBillingAt: n % 2 && isHeld ? '2026-12-20T05:02:00.000Z' : null },
    ...{ createdAt: at, canResume: false, coupon: null },
    ...fields,
  }
}

const useOf = (n: number): UseLogDetail => ({
  ...{ id: idOf('26', n), userProductId: idOf('25', n), productName: productOf(n).productName },
  ...{ storeId: '019aa000-0001-7000-8000-000000000001', storeName: '강남점', carNumber: '12가3456', usedAt: at },
  ...{ ...memberOf(n), visitId: n % 2 ? idOf('27', n) : null },
  ...{ reversedAt: n === 2 ? at : null, reverseReason: n === 2 ? '다른 차량이었어요' : null },
})

export const owedOf = (n: number, fields: Partial<OwedReturn> = {}): OwedReturn => ({
  ...{ id: idOf('28', n), orderId: idOf('24', n), merchantUid: `kc_${n}`, productName: productOf(n).productName },
  ...{
    ...memberOf(n),
    paymentUid: `imp_${n}`,
    amount: 30_000 + 1_000 * n,
    cause: 'paidTwice',
    since: at,
    needsAccount: false,
    refusals: 1,
  },
  ...{ lastReason: 'refused', nextTryAt: at, settledAt: null, settledHow: null, settledBy: null, settleReason: null },
  ...fields,
})

const refusal = (status: number, code: string, message: string): Reply => ({ status, error: { code, message } })

/** Calls of orders, user products and uses, on lists that the test changes. */
export function withOrders(gateway: FakeGateway) {
  const state = {
    orders: Array.from({ length: 43 }, (_, n) => orderOf(n + 1)),
    held: Array.from({ length: 23 }, (_, n) => heldOf(n + 1)),
    owed: [] as OwedReturn[],
    uses: Array.from({ length: 21 }, (_, n) => useOf(n + 1)),
    /** Received queries of lists and CSV files. */
    queries: [] as string[],
    /** Received queries of the operations that count. */
    totals: [] as string[],
    /** Received refunds and grants, with their idempotency keys. */
    sent: [] as { key: unknown; body: Record<string, unknown> }[],
  }
  const wasPaid = new Set<string>(['Paid', 'Completed', 'Refund'])
  const done = new Set<unknown>()
  const note = (body: unknown, request: IncomingMessage) => {
    const key = request.headers['idempotency-key']
    state.sent.push({ key, body: body as Record<string, unknown> })
    return key
  }
  const find = (request: IncomingMessage) => state.orders.find(({ id }) => id === idIn(request))
  const { answers } = gateway

  /** A list and its CSV file, with the same query. */
  const listed = <T extends object>(path: string, rows: () => readonly T[]) => {
    const found = (request: IncomingMessage) => {
      const query = searchOf(request)
      const same = ['state', 'memberId', 'productId', 'visitId', 'storeId'].filter((name) => query.has(name))
      return rows().filter(
        (row) =>
          JSON.stringify(Object.values(row)).includes(query.get('q') ?? '') &&
          same.every((name) => Reflect.get(row, name) === query.get(name)),
      )
    }
    answers[`GET /admin/api/${path}`] = (_, __, request) => {
      state.queries.push(searchOf(request).toString())
      return pageOf(found(request), request)
    }
    answers[`GET /admin/api/${path}/totals`] = (_, __, request) => {
      state.totals.push(searchOf(request).toString())
      const counted: Partial<OrderSummary>[] = found(request)
      const paid = counted.filter((row) => wasPaid.has(row.state ?? ''))
      const sumOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0)
      const count = Math.min(counted.length, Number(searchOf(request).get('most') ?? counted.length))
      const isCapped = counted.length >= Number(searchOf(request).get('most') ?? Number.POSITIVE_INFINITY)
      const sums = {
        paid: sumOf(paid.map(({ amount = 0 }) => amount)),
        refunded: sumOf(counted.map(({ refundedAmount = 0 }) => refundedAmount)),
      }
      const shown = isCapped ? { paid: null, refunded: null } : sums
      const reversed = (counted as Partial<UseLogDetail>[]).filter(({ reversedAt }) => reversedAt).length
      const shownUses = { reversed: isCapped ? null : reversed }
      return { result: { count, ...(path === 'orders' && shown), ...(path === 'useLogs' && shownUses) } }
    }
    answers[`GET /admin/api/${path}/export`] = (_, __, request) => {
      state.queries.push(`export ${searchOf(request)}`)
      return { file: `\uFEFFID\r\n${found(request).map((_row, n) => `${n}\r\n`)}`, type: 'text/csv' }
    }
  }
  listed('orders', () => state.orders)
  listed('userProducts', () => state.held)
  listed('useLogs', () => state.uses)
  answers['GET /admin/api/owedReturns'] = (_, __, request) => {
    const isSettled = searchOf(request).get('state') === 'settled'
    return pageOf(
      state.owed.filter(({ settledAt }) => (settledAt !== null) === isSettled),
      request,
    )
  }
  answers['POST /admin/api/owedReturns/{id}/settle'] = (body, _, request) => {
    const owed = state.owed.find(({ id }) => id === idIn(request))
    if (owed === undefined || owed.settledAt !== null)
      return refusal(409, 'OWED_RETURN_SETTLED', '이미 돌려준 돈이에요.')
    const { reason } = body as { reason: string }
    Object.assign(owed, {
      settledAt: at,
      settledHow: 'byHand',
      settledBy: ownId,
      settleReason: reason,
      nextTryAt: null,
    })
    return { result: owed }
  }
  answers['GET /admin/api/orders/{id}'] = (_, __, request) => {
    const order = find(request)
    return order === undefined
      ? refusal(404, 'ORDER_NOT_FOUND', '주문을 찾을 수 없어요.')
      : { result: order, etag: '"1"' }
  }
  answers['POST /admin/api/orders/{id}/refund'] = (body, _, request) => {
    const key = note(body, request)
    const order = find(request)
    if (order === undefined) return refusal(404, 'ORDER_NOT_FOUND', '')
    const { amount } = body as { amount: number }
    if (done.has(key)) {
      const first = state.sent.find((each) => each.key === key)
      const isSame = JSON.stringify(first?.body) === JSON.stringify(body)
      return isSame ? { result: order } : refusal(422, 'IDEMPOTENCY_KEY_REUSED', '')
    }
    const owed = order.owedReturns[0]
    if (owed !== undefined) {
      order.owedReturns = []
      order.refundNeedsAccount = false
      return { result: order }
    }
    if (amount > order.amount - order.refundedAmount)
      return refusal(409, 'AMOUNT_EXCEEDS_PAID', '결제한 금액보다 많이 환불할 수 없어요.')
    done.add(key)
    order.refundedAmount += amount
    const to = order.refundedAmount === order.amount ? 'Refund' : order.state
    order.timeline.push(entry('refundedByAdmin', order.state, to, { amount, actorId: ownId }))
    order.state = to
    return { result: order }
  }
  answers['POST /admin/api/userProducts'] = (body, _, request) => {
    const key = note(body, request)
    const { memberId, productId } = body as { memberId: string; productId: string }
    const memberName = summaryOf(Number(memberId.slice(-12))).name
    const { name = '' } = ordered.find(({ id }) => id === productId) ?? {}
    const granted = heldOf(99, { memberId, memberName, productId, productName: name, orderId: null })
    if (!done.has(key)) state.held = [granted, ...state.held]
    done.add(key)
    return { result: granted }
  }
  answers['POST /admin/api/userProducts/{id}/cancel'] = (body, _, request) => {
    note(body, request)
    state.held = state.held.map((each) => (each.id === idIn(request) ? { ...each, state: 'Cancel' } : each))
    return { result: state.held.find(({ id }) => id === idIn(request)) }
  }
  const setNextBilling = (nextBillingAt: string | null) => (body: unknown, _: unknown, request: IncomingMessage) => {
    note(body, request)
    state.held = state.held.map((each) =>
      each.id === idIn(request) ? { ...each, nextBillingAt, dunning: null, canResume: nextBillingAt === null } : each,
    )
    return { result: state.held.find(({ id }) => id === idIn(request)) }
  }
  answers['POST /admin/api/userProducts/{id}/stop'] = setNextBilling(null)
  answers['POST /admin/api/userProducts/{id}/retryPayment'] = setNextBilling('2027-01-20T05:02:00.000Z')
  answers['PATCH /admin/api/userProducts/{id}'] = (body, _, request) => {
    note(body, request)
    state.held = state.held.map((each) => (each.id === idIn(request) ? Object.assign({}, each, body) : each))
    return { result: state.held.find(({ id }) => id === idIn(request)) }
  }
  answers['POST /admin/api/userProducts/{id}/resume'] = setNextBilling('2026-12-20T05:02:00.000Z')
  answers['POST /admin/api/useLogs/{id}/reverse'] = (body, _, request) => {
    const use = state.uses.find(({ id }) => id === idIn(request))
    if (use === undefined || use.reversedAt !== null)
      return refusal(409, 'USE_LOG_REVERSED', '이미 되돌린 이용 기록이에요.')
    Object.assign(use, { reversedAt: at, reverseReason: (body as { reason: string }).reason })
    return { result: use }
  }
  return state
}
