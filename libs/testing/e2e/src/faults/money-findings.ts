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
  /** State of the product that it was ordered for. */
  productState: string | null
  isShown: boolean
}

/** Errors by kind; each list must be empty. */
export type Findings = Record<string, string[]>
export type Compared = { findings: Findings; orders: number; renewals: number; charges: number; refunds: number }

/** Compares the responses to clients, the service's tables, the results of its events, and the provider's ledger. */
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
    'invalid responses': unexpected,
    'without a response at the end': told
      .filter(({ purchase }) => !purchase.whole)
      .map(({ purchase: { key, refunds }, name }) =>
        [name, ...[key, ...refunds.map((refund) => refund.key)].flatMap((each) => givenUp.get(each) ?? [])].join(' '),
      ),
    'keys without exactly one order': [
      ...told.filter(({ purchase, order }) => purchase.orderIds.size !== 1 || !order).map(nameOf),
      ...orders.filter(({ id, renews }) => renews === null && !ordered.has(id)).map(({ id }) => `nobody's ${id}`),
    ],
    'reported as paid, and not paid': told
      .filter(({ purchase, order }) => purchase.toldCompleted && !['Completed', 'Refund'].includes(order?.state ?? ''))
      .map(nameOf),
    "ledger differs from the provider's": orders.flatMap((order) => {
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
    'refunds that differ from the requests': told.flatMap(({ purchase, order, name }) => {
      const asked = wonBack(purchase.refunds.map(({ amount }) => amount))
      const made = order ? of(order).flatMap(({ cancel_history }) => cancel_history.map(({ amount }) => amount)) : []
      return asked.join() === made.join() ? [] : [`${name} asked ${asked} made ${made}`]
    }),
    'orders without exactly one product': orders
      .filter(({ renews, state, products }) => renews === null && products !== (hasMoney(state) ? 1 : 0))
      .map(({ id, state, products }) => `${id} ${state} ${products}`),
    "wrong on the member's page": orders.filter(({ isShown }) => !isShown).map(({ id }) => id),
    'periods that were not charged exactly once': unevenPeriods(orders),
    'products that do not match their orders': orders
      .filter(({ state, productState }) => hasMoney(state) && productState !== stateOfProduct[state])
      .map(({ id, state, productState }) => `${id} ${state} ${productState}`),
    'figures that differ from a count of the rows': await wrongFigures(sql),
  }
  const all = [...payments.values()].flat()
  const refunds = all.reduce((sum, { cancel_history }) => sum + cancel_history.length, 0)
  const renewals = orders.filter(({ renews }) => renews !== null).length
  return { findings, orders: orders.length, renewals, charges: all.length, refunds }
}

/** Figures of the orders service that differ from a count of the rows. */
export const wrongFigures = async (sql: Sql): Promise<string[]> => {
  const wrong = await sql<{ row: string }[]>`
    select row_to_json(s)::text as row from orders.wrong_subscription_figures('-infinity', 'infinity') s
    union all select row_to_json(c)::text from orders.wrong_cohort_figures('-infinity', 'infinity') c
    union all select row_to_json(u)::text from orders.wrong_use_figures('-infinity', 'infinity') u
    union all select row_to_json(m)::text from orders.wrong_money_figures('-infinity', 'infinity') m
    union all select row_to_json(p)::text from orders.wrong_coupons() p`
  return wrong.map(({ row }) => row)
}

export const hasMoney = (state: string) => state === 'Completed' || state === 'Refund'
export const stateOfProduct: Record<string, string> = { Completed: 'Available', Refund: 'Cancel' }

/** Amounts of consecutive refunds; null means everything that is left. */
function wonBack(amounts: readonly (number | null)[]): number[] {
  let left = price
  return amounts.map((amount) => {
    const back = amount ?? left
    left -= back
    return back
  })
}

/** Orders with their ledgers, products and the member service's view of them. */
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

/** A period must be paid by exactly one order, however many processes tried. */
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
