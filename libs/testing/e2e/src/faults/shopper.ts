import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Failure, patiently, type Reply, type Success, send } from '../http.ts'

/*
 * Members who buy and an administrator who refunds, like any client: each request has its own key, and is repeated with
 * that key until it gets a response. The journal records the responses.
 */

/** KRW; price of one-time orders. */
export const price = 35_000

export type Refund = { key: string; by: 'member' | 'admin'; amount: number | null }
export type Purchase = {
  /** Key of the order, and of its payment. */
  key: string
  productId: string
  /**
   * How it is paid: by a registered card; in the provider's window, reported by the member, or only by the provider's
   * notice; or not at all.
   */
  pays: 'card' | 'window' | 'notice' | 'nothing'
  refunds: Refund[]
  /** Every order id that was returned for the key. */
  orderIds: Set<string>
  impUid: string | null
  toldCompleted: boolean
  /** True if every response was as expected. */
  whole: boolean
}
export type Journal = {
  retries: number
  lostAnswers: number
  unexpected: string[]
  /** By key: requests that were given up, with their last response. */
  givenUp: Map<string, string>
}

export type Shopper = {
  base: string
  token: string
  adminToken: string
  cardId: string
  purchases: Purchase[]
  journal: Journal
  /** Milliseconds to wait for a response. With a longer wait, a process that died during a payment is waited for. */
  patience: number
  /** Tries of a request before the next purchase. */
  tries: number
  /** Milliseconds between two tries. */
  pause?: number
  /** Milliseconds to wait for the provider's notice, if longer. */
  noticed?: number
  /** Milliseconds after which the first call of each request disconnects, with or without a response. */
  hangsUp?: () => number
}

type Order = { id: string; merchantUid: string; amount: number; state: string }
type Ask = { method: string; path: string; key: string; body?: object; token?: string }

/** Milliseconds between two tries, for a hurried and for a patient client, and between two polls. */
const pauses = { hurried: 50, patient: 500, look: 200 }

/** Milliseconds: an order is paid within five minutes, whatever happened to its notice. */
const longestNotice = 300_000

/** The next purchase, and its refunds. */
export function planPurchase(random: () => number, productId: string, over: Partial<Purchase> = {}): Purchase {
  const all: Refund[][] = [
    [],
    [{ key: randomUUID(), by: 'member', amount: null }],
    [{ key: randomUUID(), by: 'admin', amount: 1_000 * (1 + Math.floor(random() * 20)) }],
  ]
  all.push([...(all[2] ?? []), { key: randomUUID(), by: 'admin', amount: null }])
  return {
    key: randomUUID(),
    productId,
    pays: one(random, ['card', 'window', 'notice'] as const),
    refunds: one(random, all),
    orderIds: new Set(),
    impUid: null,
    toldCompleted: false,
    whole: false,
    ...over,
  }
}

const one = <T>(random: () => number, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

/** Performs a whole purchase, as far as there are responses; completed requests are repeated. */
export async function perform(shopper: Shopper, purchase: Purchase): Promise<void> {
  purchase.whole = false
  const { key, productId, refunds } = purchase
  const order = await ask<Order>(shopper, { method: 'POST', path: '/api/orders', key, body: { productId } }, 201)
  if (!order) return
  purchase.orderIds.add(order.id)
  if (purchase.pays !== 'nothing') {
    if (!(await pay(shopper, purchase, order))) return
    purchase.toldCompleted = true
  }
  for (const refund of refunds) if (!(await takeBack(shopper, refund, order))) return
  purchase.whole = true
}

/** Repeats every request with its key, through processes that are all alive. */
export async function repeatAll(shoppers: readonly Shopper[]): Promise<void> {
  await Promise.all(
    shoppers.map(async (shopper) => {
      const own = { patience: 10_000, tries: 120, pause: pauses.patient, noticed: longestNotice }
      const patient = Object.assign({}, shopper, own)
      for (const purchase of shopper.purchases) await perform(patient, purchase)
    }),
  )
}

async function pay(shopper: Shopper, purchase: Purchase, order: Order): Promise<boolean> {
  const { key, pays } = purchase
  if (pays !== 'card') purchase.impUid ??= await payInWindow(shopper, order)
  if (pays !== 'card' && purchase.impUid === null) return false
  if (pays === 'notice') return isPaid(shopper, order)
  const body = pays === 'card' ? { cardId: shopper.cardId } : { impUid: purchase.impUid }
  const paid = await ask<Order>(shopper, { method: 'PATCH', path: `/api/order/${order.id}/payment`, key, body }, 200)
  if (paid && paid.state !== 'Completed') shopper.journal.unexpected.push(`paid, and ${paid.state}`)
  return paid?.state === 'Completed'
}

/** The provider's record of a payment. */
export type Payment = {
  imp_uid: string
  merchant_uid: string
  channel: string
  status: string
  amount: number
  cancel_amount: number
  paid_at: number
  cancel_history: { amount: number }[]
}

/** Every payment with money. */
export async function paymentsOf(base: string): Promise<Payment[]> {
  const path = '/dev/portone/control/ledger'
  const { body } = await patiently(() => send<{ response: { payments: Payment[] } }>(base, 'GET', path))
  return body.response.payments.filter(({ paid_at }) => paid_at > 0)
}

/**
 * Null if the window does not open. If the payment was made and the response lost, the provider returns it at the next
 * try.
 */
async function payInWindow({ base }: Shopper, { merchantUid, amount }: Order): Promise<string | null> {
  const path = '/dev/portone/control/pay'
  const body = { merchant_uid: merchantUid, amount }
  const reply = await send<{ response: { imp_uid: string } | null }>(base, 'POST', path, { body }).catch(
    () => undefined,
  )
  if (!reply || reply.status === 503) return null
  if (reply.body.response) return reply.body.response.imp_uid
  const paid = (await paymentsOf(base)).find(({ merchant_uid }) => merchant_uid === merchantUid)
  if (!paid) throw new Error(`the window returned ${reply.text}`)
  return paid.imp_uid
}

/** Waits for the provider's notice, as long as a request would be repeated. */
async function isPaid({ base, token, patience, noticed = patience }: Shopper, { id }: Order): Promise<boolean> {
  for (const until = performance.now() + noticed; performance.now() < until; await wait(pauses.look)) {
    const reply = await send<Success<Order>>(base, 'GET', `/api/orders/${id}`, { token }).catch(() => undefined)
    const state = reply?.status === 200 && reply.body.result.state
    if (state === 'Completed' || state === 'Refund') return true
  }
  return false
}

async function takeBack(shopper: Shopper, { by, amount, key }: Refund, { id }: Order): Promise<boolean> {
  const admin = {
    path: `/admin/api/orders/${id}/refund`,
    token: shopper.adminToken,
    body: { reason: '고객 요청', ...(amount !== null && { amount }) },
  }
  const asked = by === 'admin' ? admin : { path: `/api/orders/${id}/refund` }
  return (await ask(shopper, { method: 'POST', key, ...asked }, 200)) !== undefined
}

/**
 * Repeats a request a few times until there is a response. Undefined if the outcome is unknown, or the response is
 * invalid.
 */
async function ask<T>(shopper: Shopper, asked: Ask, expected: number): Promise<T | undefined> {
  const { journal, tries, patience, pause = pauses.hurried, hangsUp } = shopper
  journal.givenUp.delete(asked.key)
  if (hangsUp) {
    await say(shopper, asked, hangsUp())
    journal.lostAnswers += 1
  }
  for (let times = 0; times < tries; times++) {
    const reply = await say<T>(shopper, asked, patience)
    if (reply?.status === expected) {
      journal.givenUp.delete(asked.key)
      return (reply.body as Success<T>).result
    }
    if (reply && !isUnsure(reply)) {
      journal.unexpected.push(`${asked.method} ${asked.path} ${reply.status} ${reply.text}`)
      return undefined
    }
    journal.retries += 1
    journal.givenUp.set(asked.key, `${asked.path} ${reply ? `${reply.status} ${reply.text}` : 'no answer'}`)
    await wait(pause)
  }
  return undefined
}

/** Undefined if the client disconnected. */
const say = <T>({ base, token: own }: Shopper, { method, path, key, body, token = own }: Ask, patience: number) =>
  send<Success<T> | Failure>(base, method, path, {
    token,
    headers: { 'idempotency-key': key },
    signal: AbortSignal.timeout(patience),
    ...(body && { body }),
  }).catch(() => undefined)

/** Overloaded or unavailable; or still being processed. */
const isUnsure = ({ status, body }: Reply<Success<unknown> | Failure>) =>
  status === 503 || (status === 409 && !body.success && body.error.code === 'CONFLICT')
