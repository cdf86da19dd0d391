import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom, shuffle } from '@kingcar/testing/random'
import { type Failure, type Reply, type Success, send } from '../http.ts'
import { startProduct, withoutLimits } from '../product.ts'
import { type Log, nothingFound, scenario } from '../scenario-runner.ts'
import { killEach, pointsHoldingLease, pointsWithoutLease, repeated } from './crash-points.ts'
import { hasMoney, type Order, ordersOf, stateOfProduct } from './money-findings.ts'
import { openShop, type Shop } from './shop.ts'
import { type Payment, paymentsOf, price, type Shopper } from './shopper.ts'

/*
 * One order after the other with concurrent requests: the member pays by card and in the provider's window, confirms
 * repeatedly, the provider sends its notice once or ten times, the member cancels and returns, the administrator
 * refunds; each at a random time, while processes die at the lines that move money. In any case the member was charged
 * once or not at all, and both ledgers agree.
 */

export type InterleavingsOptions = {
  orders: number
  /** Crashes at each line that moves money. */
  rounds: number
  /** Maximum number of crashes, at lines that the seed chooses. */
  kills?: number
  /** As in `openShop`. */
  endsLeases?: boolean
  seed: number
}
export type Interleavings = {
  orders: number
  calls: number
  kills: number
  charges: number
  cancellations: number
  findings: Record<string, string[]>
}

/** The responses about an order; its tables have the rest. */
type OrderResponses = { id: string; merchantUid: string; completed: boolean; wantsBack: boolean }

/** States of orders that are not final. */
const underWay = ['Create', 'Reserved', 'Paid']
/** Milliseconds in which all requests about an order start. */
const span = 60
const patience = 3_000
/**
 * Seconds: more than the interval after which the provider is asked; and, added up, until it is asked about a paid
 * order for the last time.
 */
const ahead = { check: 130, unpaid: 33 * 60 }
const settings = { ...withoutLimits, PAYMENT_SETTLE_SECONDS: '1' }

export async function interleavings(
  { orders: wanted, rounds, kills: most, endsLeases = false, seed }: InterleavingsOptions,
  log: Log,
): Promise<Interleavings> {
  await using product = await startProduct(settings)
  await using shop = await openShop(product, { members: 16, endsLeases })
  const random = createRandom(seed)
  const all: OrderResponses[] = []
  const outcome = { orders: 0, calls: 0 }
  const pull = (shopper: Shopper) => async (over: () => boolean) => {
    while (!over() || all.length < wanted) {
      const order = await place(shopper, shop.productId)
      if (!order) continue
      all.push(order)
      const calls = await collide(shopper, order, random)
      outcome.calls += calls
      if (all.length % 100 === 0) log(`${all.length} orders`)
    }
  }
  const every = [pointsHoldingLease, pointsWithoutLease].flatMap((some) =>
    shuffle(random, repeated<string>(rounds, some)),
  )
  const lines = most === undefined ? every : shuffle(random, every).slice(0, most)
  const kills = await killEach(product, lines, shop.shoppers.map(pull))
  const left = await settle(shop)
  const rows = new Map((await ordersOf(shop.sql)).map((order) => [order.id, order]))
  const payments = Map.groupBy(await paymentsOf(product.ready.http), ({ merchant_uid }) => merchant_uid)
  const paid = [...payments.values()].flat()
  return {
    ...outcome,
    orders: all.length,
    kills,
    charges: paid.length,
    cancellations: paid.reduce((sum, { cancel_history }) => sum + cancel_history.length, 0),
    findings: { ...judge(all, rows, payments), 'still pending': left },
  }
}

type Answer = Success<{ id: string; merchantUid: string; state: string }>

const ask = (
  { base, token }: Shopper,
  method: string,
  path: string,
  body?: object,
  by = token,
): Promise<Reply<Answer | Failure> | undefined> =>
  send<Answer | Failure>(base, method, path, {
    token: by,
    headers: { 'idempotency-key': randomUUID() },
    signal: AbortSignal.timeout(patience),
    ...(body && { body }),
  }).catch(() => undefined) // the outcome is unknown

async function place(shopper: Shopper, productId: string): Promise<OrderResponses | undefined> {
  const reply = await ask(shopper, 'POST', '/api/orders', { productId })
  if (!reply?.body.success || reply.status !== 201) return undefined
  const { id, merchantUid } = reply.body.result
  return { id, merchantUid, completed: false, wantsBack: false }
}

/** Draws concurrent requests, and sends them; returns their number. */
async function collide(shopper: Shopper, order: OrderResponses, random: () => number): Promise<number> {
  const { id, merchantUid } = order
  let calls = 0
  const happens = async (work: () => Promise<unknown>) => {
    calls += 1
    await wait(random() * span)
    await work()
  }
  const pays = async (body: object) => {
    const reply = await ask(shopper, 'PATCH', `/api/order/${id}/payment`, body)
    if (reply?.body.success) order.completed = true
  }
  const impUid = random() < 0.7 ? await payInWindow(shopper, merchantUid) : undefined
  const notice = (status: string) => () =>
    ask(shopper, 'POST', '/api/orders/webhook', {
      imp_uid: impUid ?? 'imp_000000000000',
      merchant_uid: merchantUid,
      status,
    })
  const back = (path: string, body?: object, by?: string) => async () => {
    order.wantsBack = true
    await ask(shopper, 'POST', path, body, by)
  }
  const choices: [chance: number, work: () => Promise<unknown>][] = [
    [0.6, () => pays({ cardId: shopper.cardId })],
    [0.2, () => pays({ cardId: shopper.cardId })],
    [impUid ? 0.3 : 0, () => pays({ impUid })],
    [impUid ? 0.5 : 0, notice('paid')],
    [0.1, notice('failed')],
    [0.1, notice('cancelled')],
    [0.25, back(`/api/orders/${id}/cancel`)],
    [0.25, back(`/api/orders/${id}/refund`)],
    [0.15, back(`/admin/api/orders/${id}/refund`, { reason: '고객 요청' }, shopper.adminToken)],
  ]
  const drawn = choices.filter(([chance]) => random() < chance).map(([, work]) => happens(work))
  if (impUid && random() < 0.2) for (let copy = 0; copy < 10; copy++) drawn.push(happens(notice('paid')))
  await Promise.all(drawn)
  return calls
}

/** Undefined if the window does not open; a payment without a response is reported by the provider. */
async function payInWindow({ base }: Shopper, merchantUid: string): Promise<string | undefined> {
  const body = { merchant_uid: merchantUid, amount: price }
  const reply = await send<{ response: { imp_uid: string } | null }>(base, 'POST', '/dev/portone/control/pay', { body })
  return reply.body.response?.imp_uid
}

/** Waits until nothing is pending, including payments that only the provider knows. */
async function settle(shop: Shop): Promise<string[]> {
  const left = await shop.idle(['intents'])
  await shop.move(ahead.check)
  left.push(...(await shop.idle()))
  await shop.move(ahead.unpaid)
  return [...left, ...(await shop.idle())]
}

function judge(
  all: readonly OrderResponses[],
  rows: ReadonlyMap<string, Order>,
  payments: ReadonlyMap<string, Payment[]>,
) {
  const judged = all.map((told) => {
    const row = rows.get(told.id)
    const theirs = payments.get(told.merchantUid) ?? []
    const net = theirs.reduce((sum, { amount, cancel_amount }) => sum + amount - cancel_amount, 0)
    const byCard = theirs.filter(({ channel }) => channel === 'api').length // given back or not
    const whole = theirs.filter(({ amount, cancel_amount }) => amount > cancel_amount).length
    const name = `${told.id} ${row?.state} reported completed ${told.completed}, wants refund ${told.wantsBack}, net ${net}`
    return { ...told, row, net, whole, byCard, name }
  })
  const those = (isSo: (each: (typeof judged)[number]) => boolean) => judged.filter(isSo).map(({ name }) => name)
  return {
    'missing orders': those(({ row }) => row === undefined),
    'charged more than once': those(({ whole, net, byCard }) => whole > 1 || net > price || byCard > 1),
    "ledger differs from the provider's": those(({ row, net }) => row !== undefined && row.paid - row.refunded !== net),
    'reported as completed, not to be refunded, and not charged': those(
      ({ completed, wantsBack, net }) => completed && !wantsBack && net !== price,
    ),
    'neither paid nor failed at the end': those(({ row }) => underWay.includes(row?.state ?? '')),
    'charged without a completed order': those(({ row, net }) => net > 0 && row?.state !== 'Completed'),
    'a product without a charge': those(({ row, net }) => net === 0 && row?.productState === 'Available'),
    'products that do not match their orders': those(
      ({ row }) => row !== undefined && hasMoney(row.state) && row.productState !== stateOfProduct[row.state],
    ),
    "wrong on the member's page": those(({ row }) => row?.isShown === false),
  }
}

export const interleavingsScenario = scenario({
  about: '1,000 orders with concurrent requests, while processes die at the lines that move money',
  options: { orders: 1_000, rounds: 10 },
  async run({ seed, options, log }) {
    const { findings, ...figures } = await interleavings({ ...options, seed }, log)
    const { claims, cases = [] } = nothingFound(findings)
    const wasMuch = { 'at least a third of the orders was charged': figures.charges * 3 >= figures.orders }
    return [{ name: 'interleavings', figures, claims: { ...claims, ...wasMuch }, cases }]
  },
})
