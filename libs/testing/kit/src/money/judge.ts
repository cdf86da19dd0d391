import { type Coupon, contract, type OrderSummary, type OwedReturn, type UserProductSummary } from '@kingcar/contract'
import { type History, type KnownOrder, prices } from './act.ts'
import type { Evidence, Note } from './evidence.ts'
import { isAtCounter, noteWrongSales } from './judge-sales.ts'
import { listPayments, type ProviderPayment, patiently } from './provider.ts'
import type { MoneyWorld } from './world.ts'

/*
 * Explains every won that the provider has taken. It looks at the provider's ledger, at the public API, and at what the
 * histories did, and at the responses that they got; not at tables, ledger or decisions of the orders service. A won is
 *
 * - returned, if the provider's ledger says so;
 * - owed, if its payment is in the list of owed returns, or an administrator has settled it by hand;
 * - kept, if it is the one payment of a completed order of exactly this amount, whose product the member got and still has, and
 *   if no response that the member got forbids it.
 *
 * Any other won is unexplained.
 */

const { orders: op } = contract

/** Won by explanation, and numbers of rows. */
export type Figures = {
  histories: number
  payments: number
  taken: number
  kept: number
  returned: number
  owed: number
  settledByHand: number
  unexplained: number
  /** Rows of the list of owed returns, and those of them that have ended. */
  owedFound: number
  owedSettled: number
}

/** What is wrong, and whose history shows it. */
export type Finding = { memberId: string | undefined; text: string }
export type Verdict = { figures: Figures; findings: Finding[] }

/** Judges histories that have come to rest. */
export async function judge(
  world: MoneyWorld,
  histories: readonly History[],
  coupons: readonly Coupon[] = [],
): Promise<Verdict> {
  const evidence = await collect(world, histories)
  const findings: Finding[] = []
  const owners = ownersOf(histories, evidence)
  const note = (id: string, text: string) => void findings.push({ memberId: owners.get(id), text: `${id}: ${text}` })
  const figures: Figures = {
    ...{ histories: histories.length, payments: evidence.payments.length, taken: 0, kept: 0, returned: 0, owed: 0 },
    ...{ settledByHand: 0, unexplained: 0, owedFound: evidence.owed.size, owedSettled: 0 },
  }
  const keptOrders: OrderSummary[] = []
  const byOrder = Map.groupBy(evidence.payments, ({ merchant_uid }) => merchant_uid)
  for (const [merchantUid, payments] of byOrder) {
    const order = evidence.orders.get(merchantUid)
    let isKept = false
    for (const payment of payments) {
      const { left, owed, settledByHand, wrong } = explainOwed(payment, evidence.owed.get(payment.imp_uid))
      for (const each of wrong) note(merchantUid, `${payment.imp_uid}: ${each}`)
      const rest = left - owed - settledByHand
      const reason = rest === 0 ? undefined : isKept ? 'a second payment' : whyNotKept(payment, rest, order, evidence)
      const kept = rest > 0 && reason === undefined ? rest : 0
      if (kept > 0 && order) {
        isKept = true
        keptOrders.push(order)
      }
      if (reason !== undefined)
        note(merchantUid, `${rest} of ${payment.amount} unexplained, ${payment.imp_uid}: ${reason}`)
      figures.taken += payment.amount
      figures.returned += payment.cancel_amount
      figures.kept += kept
      figures.owed += owed
      figures.settledByHand += settledByHand
      figures.unexplained += Math.abs(rest - kept)
    }
  }
  const known = new Set(evidence.payments.map(({ imp_uid }) => imp_uid))
  for (const { paymentUid, merchantUid, amount, settledAt } of evidence.owed.values()) {
    if (settledAt !== null) figures.owedSettled += 1
    if (!known.has(paymentUid)) note(merchantUid, `${amount} of ${paymentUid} listed as owed, and never paid`)
  }
  noteChargedTwice(keptOrders, evidence, note)
  for (const order of evidence.orders.values())
    if (order.state === 'Completed' && order.amount > 0 && !isAtCounter(order) && !byOrder.has(order.merchantUid))
      note(order.merchantUid, 'completed without a payment')
  await noteWrongSales(world, histories, evidence, note)
  for (const history of histories) noteBrokenPromises(history, evidence, keptOrders, byOrder, note)
  for (const { id } of coupons)
    noteWrongCoupon(await patiently(() => world.call(op.getCoupon, { id }, 'admin')), evidence, note)
  return { figures, findings }
}

/** Notes a coupon that is not held by exactly the open and paid orders with it, or by more than it may be. */
function noteWrongCoupon(coupon: Coupon, { orders, products }: Evidence, note: Note): void {
  const isRenewal = ({ id, userProductId }: OrderSummary) =>
    userProductId !== null && products.get(userProductId)?.orderId !== id
  const withIt = [...orders.values()].filter((order) => order.coupon?.id === coupon.id)
  const first = withIt.filter((order) => !isRenewal(order))
  const held = first.filter(({ state }) => !['Cancel', 'Fail', 'Refund'].includes(state))
  if (held.length !== coupon.redemptions)
    note(coupon.id, `${coupon.redemptions} redemptions, and ${held.length} orders`)
  if (coupon.limitTotal !== null && held.length > coupon.limitTotal) note(coupon.id, `held ${held.length} times`)
  for (const [memberId, own] of Map.groupBy(held, (order) => order.memberId))
    if (coupon.limitPerMember !== null && own.length > coupon.limitPerMember)
      note(coupon.id, `held ${own.length} times by ${memberId}`)
  for (const [id, renewals] of Map.groupBy(withIt.filter(isRenewal), ({ userProductId }) => userProductId)) {
    const paid = renewals.filter(({ paidAt }) => paidAt !== null).length
    if (coupon.payments !== null && paid > coupon.payments - 1)
      note(coupon.id, `deducted from ${paid} renewals of ${id}`)
  }
}

/** The member of each order, by `merchantUid`, and of each product, by id. */
const ownersOf = (histories: readonly History[], { orders, products }: Evidence): ReadonlyMap<string, string> =>
  new Map([
    ...histories.flatMap(({ member, orders: known }) => known.map((order) => [order.merchantUid, member.id] as const)),
    ...[...orders].map(([uid, { memberId }]) => [uid, memberId] as const),
    ...[...products].map(([id, { memberId }]) => [id, memberId] as const),
  ])

async function collect(world: MoneyWorld, histories: readonly History[]): Promise<Evidence> {
  const members = new Set(histories.map(({ member }) => member.id))
  const since = new Date(
    Math.min(...histories.flatMap(({ orders }) => orders.map(({ createdAt }) => createdAt - 60_000))),
  )
  const [allOrders, open, settled] = await Promise.all([
    everyPage((page) => world.call(op.listOrders, { ...page, from: since.toISOString() }, 'admin')),
    everyPage((page) => world.call(op.listOwedReturns, { ...page, state: 'open' }, 'admin')),
    everyPage((page) => world.call(op.listOwedReturns, { ...page, state: 'settled' }, 'admin')),
  ])
  const ofMembers: UserProductSummary[] = []
  for (const memberId of members)
    ofMembers.push(...(await everyPage((page) => world.call(op.listUserProducts, { ...page, memberId }, 'admin'))))
  const own = allOrders.filter(({ memberId }) => members.has(memberId))
  const orders = new Map(own.map((order) => [order.merchantUid, order]))
  const payments = await listPayments(world.providerUrl)
  const owed = [...open, ...settled].filter(({ memberId }) => members.has(memberId))
  const ours = new Set([
    ...orders.keys(),
    ...histories.flatMap((each) => each.orders.map((order) => order.merchantUid)),
  ])
  return {
    payments: payments.filter(({ merchant_uid, paid_at }) => paid_at > 0 && ours.has(merchant_uid)),
    orders,
    products: new Map(ofMembers.map((product) => [product.id, product])),
    owed: new Map(owed.map((each) => [each.paymentUid, each])),
  }
}

type OnePage<T> = (page: { page: number; size: number }) => Promise<{ content: T[]; last: boolean }>

async function everyPage<T>(load: OnePage<T>): Promise<T[]> {
  const rows: T[] = []
  for (let page = 0; ; page++) {
    const { content, last } = await patiently(() => load({ page, size: 100 }))
    rows.push(...content)
    if (last) return rows
  }
}

/** The won of a payment that are listed as owed, or were settled by hand. */
function explainOwed(payment: ProviderPayment, row: OwedReturn | undefined) {
  const left = payment.amount - payment.cancel_amount
  const explained = { left, owed: 0, settledByHand: 0, wrong: [] as string[] }
  if (row === undefined) return explained
  const isByAccount = payment.pay_method === 'vbank'
  if (row.needsAccount !== isByAccount) explained.wrong.push(`needsAccount is ${row.needsAccount}`)
  if (row.settledAt === null) {
    explained.owed = Math.min(left, row.amount)
    if (row.amount !== left) explained.wrong.push(`${row.amount} listed as owed, and ${left} left`)
  } else if (row.settledHow === 'byHand') explained.settledByHand = Math.min(left, row.amount)
  else if (left > 0) explained.wrong.push(`listed as ${row.settledHow}, and ${left} left`)
  return explained
}

/** Why an order may not keep the rest of a payment; undefined if it may. */
function whyNotKept(
  payment: ProviderPayment,
  rest: number,
  order: OrderSummary | undefined,
  { products, orders }: Evidence,
): string | undefined {
  if (!order) return 'its order is in no list'
  const { state, amount, refundedAmount, userProductId, id } = order
  if (state !== 'Completed') return `its order is ${state}`
  if (payment.amount !== amount) return `its order costs ${amount}`
  if (rest !== amount - refundedAmount) return `its order says that ${refundedAmount} were refunded`
  const product = products.get(userProductId ?? '')
  if (!product || product.memberId !== order.memberId || product.productId !== order.productId)
    return 'its order granted nothing'
  if (product.orderId === id && product.state !== 'Cancel') return undefined
  const others = [...orders.values()].filter((each) => each.userProductId === userProductId && each.id !== id)
  if (product.state === 'Cancel')
    return others.some((each) => each.state === 'Refund') ? undefined : 'its product was withdrawn'
  return product.endsAt !== null && order.paidAt !== null && product.endsAt > order.paidAt
    ? undefined
    : 'its renewal prolonged nothing'
}

/** Milliseconds: two charges of a monthly subscription are farther apart, since a shorter rest of a period is not charged. */
const shortestPeriodMs = 13 * 24 * 3_600_000

/** Notes subscriptions that were charged twice for one period. */
function noteChargedTwice(kept: readonly OrderSummary[], { products }: Evidence, note: Note): void {
  const charges = kept.filter(({ productType }) => productType === 'subscribe')
  for (const [id, ofProduct] of Map.groupBy(charges, ({ userProductId }) => userProductId ?? '')) {
    const begun = (order: OrderSummary) =>
      Date.parse((products.get(id)?.orderId === order.id && order.paidAt) || order.createdAt)
    const inOrder = ofProduct.toSorted((a, b) => begun(a) - begun(b))
    for (const [at, order] of inOrder.entries()) {
      const before = inOrder[at - 1]
      if (before && begun(order) - begun(before) < shortestPeriodMs)
        note(id, `charged by ${before.merchantUid} and ${order.merchantUid}`)
    }
  }
}

/** Notes responses that promised something else than what happened. */
function noteBrokenPromises(
  { member, plan, orders: known, stops, agreedRaises }: History,
  { orders, products }: Evidence,
  kept: readonly OrderSummary[],
  byOrder: ReadonlyMap<string, readonly ProviderPayment[]>,
  note: Note,
): void {
  for (const { promised, merchantUid } of known) {
    const state = orders.get(merchantUid)?.state
    if (promised !== null && state !== promised) note(merchantUid, `reported as ${promised}, is ${state}`)
  }
  for (const [id, { at, endsAt }] of stops) {
    const end = products.get(id)?.endsAt
    const later = kept.filter(({ userProductId, createdAt }) => userProductId === id && Date.parse(createdAt) > at)
    if (end !== endsAt || later.length > 0)
      note(id, `renewed after it was stopped, ends at ${end} and not at ${endsAt}`)
  }
  for (const { memberId, productId, merchantUid, amount, discount, userProductId } of kept) {
    const isRaised = memberId === member.id && productId === plan && amount + discount > prices.plan
    if (isRaised && !agreedRaises.has(userProductId ?? '')) note(merchantUid, 'charged at a price without a consent')
  }
  const keptUids = new Set(kept.map(({ merchantUid }) => merchantUid))
  for (const order of known)
    if (mustBeKept(order, byOrder.get(order.merchantUid) ?? []) && !keptUids.has(order.merchantUid))
      note(order.merchantUid, 'paid in time and not granted, for no reason')
}

/** Whether an order has one payment, of its amount and in time, and nothing else happened to it. */
function mustBeKept({ isPlan, isDisturbed, amount, payments }: KnownOrder, paid: readonly ProviderPayment[]): boolean {
  const [payment, ...others] = paid
  if (isPlan || isDisturbed || !payment || others.length > 0 || payment.amount !== amount) return false
  return payment.channel === 'api' || payments.get(payment.imp_uid)?.inTime === true
}
