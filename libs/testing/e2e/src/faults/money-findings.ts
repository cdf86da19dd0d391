import type { Sql } from 'postgres'
import { type Journal, type Purchase, paymentsOf, price } from './shopper.ts'

export type Order = {
  id: string
  merchantUid: string
  state: string
  paid: number
  refunded: number
  products: number
  renews: string | null
  due: string | null
  /** Of the product that it was ordered for. */
  productState: string | null
  isShown: boolean
}

/** What is not as it should be: each list is to be empty. */
export type Findings = Record<string, string[]>
export type Compared = { findings: Findings; orders: number; renewals: number; charges: number; refunds: number }

/** Compares what everybody was told, what the service keeps, what its events have made, and what the provider has. */
export async function compareMoney(
  base: string,
  sql: Sql,
  purchases: readonly Purchase[],
  { unexpected, givenUp }: Journal,
): Promise<Compared> {
  const payments = Map.groupBy(await paymentsOf(base), ({ merchant_uid }) => merchant_uid)
  const orders = await ordersOf(sql)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const of = ({ merchantUid }: Order) => payments.get(merchantUid) ?? []
  const told = purchases.map((purchase) => {
    const order = byId.get([...purchase.orderIds][0] ?? '')
    return { purchase, order, name: `${purchase.pays} ${order?.id ?? purchase.key}` }
  })
  const nameOf = ({ name }: { name: string }) => name
  const ordered = new Set(purchases.flatMap(({ orderIds }) => [...orderIds]))
  const findings: Findings = {
    'answers that there may not be': unexpected,
    'not answered in the end': told
      .filter(({ purchase }) => !purchase.whole)
      .map(({ purchase: { key, refunds }, name }) =>
        [name, ...[key, ...refunds.map((refund) => refund.key)].flatMap((each) => givenUp.get(each) ?? [])].join(' '),
      ),
    'keys without exactly one order': [
      ...told.filter(({ purchase, order }) => purchase.orderIds.size !== 1 || !order).map(nameOf),
      ...orders.filter(({ id, renews }) => renews === null && !ordered.has(id)).map(({ id }) => `nobody's ${id}`),
    ],
    'told to be paid, and are not': told
      .filter(({ purchase, order }) => purchase.toldCompleted && !['Completed', 'Refund'].includes(order?.state ?? ''))
      .map(nameOf),
    'books that differ from the provider': orders.flatMap((order) => {
      const theirs = of(order).reduce((sum, { amount, cancel_amount }) => sum + amount - cancel_amount, 0)
      const ours = order.paid - order.refunded
      return theirs === ours ? [] : [`${order.id} ${order.state} ours ${ours} theirs ${theirs}`]
    }),
    'paid more than once': orders
      .filter((order) => of(order).length > 1)
      .map((order) => `${order.id} ${of(order).map(({ channel, amount }) => `${channel} ${amount}`)}`),
    'payments of no order': [...payments.keys()].filter(
      (uid) => !orders.some(({ merchantUid }) => merchantUid === uid),
    ),
    'refunds other than those that were asked for': told.flatMap(({ purchase, order, name }) => {
      const asked = wonBack(purchase.refunds.map(({ amount }) => amount))
      const made = order ? of(order).flatMap(({ cancel_history }) => cancel_history.map(({ amount }) => amount)) : []
      return asked.join() === made.join() ? [] : [`${name} asked ${asked} made ${made}`]
    }),
    'not one product for an order': orders
      .filter(({ renews, state, products }) => renews === null && products !== (hasMoney(state) ? 1 : 0))
      .map(({ id, state, products }) => `${id} ${state} ${products}`),
    'not shown as they are on the page of the member': orders.filter(({ isShown }) => !isShown).map(({ id }) => id),
    'periods that were not charged exactly once': unevenPeriods(orders),
    'products that are not what their orders are': orders
      .filter(({ state, productState }) => hasMoney(state) && productState !== stateOfProduct[state])
      .map(({ id, state, productState }) => `${id} ${state} ${productState}`),
  }
  const all = [...payments.values()].flat()
  const refunds = all.reduce((sum, { cancel_history }) => sum + cancel_history.length, 0)
  const renewals = orders.filter(({ renews }) => renews !== null).length
  return { findings, orders: orders.length, renewals, charges: all.length, refunds }
}

export const hasMoney = (state: string) => state === 'Completed' || state === 'Refund'
export const stateOfProduct: Record<string, string> = { Completed: 'Available', Refund: 'Cancel' }

/** Amounts of what goes back one after the other; null is all that is left. */
function wonBack(amounts: readonly (number | null)[]): number[] {
  let left = price
  return amounts.map((amount) => {
    const back = amount ?? left
    left -= back
    return back
  })
}

/** Orders with their books, products and what the member service shows of them. */
export const ordersOf = (sql: Sql): Promise<Order[]> => sql<Order[]>`
  select o.id, o.merchant_uid as "merchantUid", o.state, o.renews, o.renewal_due_at::text as due,
    (select p.state from orders.user_products p where p.id = o.user_product_id) as "productState",
    money.paid::int, money.refunded::int,
    (select count(*) from orders.user_products p where p.order_id = o.id)::int as products,
    coalesce(m.version = o.version and m.described->>'state' = o.state
      and (m.described->>'refundedAmount')::int = o.refunded_amount, false) as "isShown"
  from orders.orders o
  left join member.orders m on m.id = o.id
  cross join lateral (
    select coalesce(sum(paid), 0) as paid, coalesce(sum(refunded), 0) as refunded from orders.ledger l
    where l.order_id = o.id
  ) as money`

/** A period is paid by one order, however many processes have tried. */
function unevenPeriods(orders: readonly Order[]): string[] {
  const periods = Map.groupBy(
    orders.filter(({ renews }) => renews !== null),
    ({ renews, due }) => `${renews} ${due}`,
  )
  return [...periods].flatMap(([period, of]) => {
    const paid = of.filter(({ state }) => hasMoney(state)).length
    return paid === 1 ? [] : [`${period} ${of.map(({ state }) => state)}`]
  })
}
