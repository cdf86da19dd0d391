import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Failure, patiently, type Reply, type Success, send } from '../http.ts'

/*
 * Members who buy and an administrator who gives money back, as any client does it: each request under a key of its own,
 * said again under the same key where nobody answers. The journal keeps what they were told.
 */

/** Won of what is ordered here once. */
export const price = 35_000

export type Refund = { key: string; by: 'member' | 'admin'; amount: number | null }
export type Purchase = {
  /** Under which it is ordered, and paid. */
  key: string
  productId: string
  /** By a registered card, or in the provider's window: told to us by the member, or by nobody but the provider; or not at all. */
  pays: 'card' | 'window' | 'notice' | 'nothing'
  refunds: Refund[]
  /** Every order that the key was answered with. */
  orderIds: Set<string>
  impUid: string | null
  toldCompleted: boolean
  /** All of it was answered as it should be. */
  whole: boolean
}
export type Journal = {
  retries: number
  lostAnswers: number
  unexpected: string[]
  /** By key what was given up, and what was answered last. */
  givenUp: Map<string, string>
}

export type Shopper = {
  base: string
  token: string
  adminToken: string
  cardId: string
  purchases: Purchase[]
  journal: Journal
  /** Milliseconds for which an answer is waited for. Longer: one that has died over a payment is waited for. */
  patience: number
  /** How often a request is said before the next purchase has its turn. */
  tries: number
  /** Milliseconds between two tries. */
  pause?: number
  /** Milliseconds for which the provider's notice is waited for, where that is longer. */
  noticed?: number
  /** Milliseconds after which the first call of each request hangs up, heard or not. */
  hangsUp?: () => number
}

type Order = { id: string; merchantUid: string; amount: number; state: string }
type Ask = { method: string; path: string; key: string; body?: object; token?: string }

/** Milliseconds between two tries, for one who is in a hurry and one who is not, and between two looks at what others do. */
const pauses = { hurried: 50, patient: 500, look: 200 }

/** Milliseconds: within five minutes an order is paid, whatever became of its notice. */
const longestNotice = 300_000

/** What is bought next, and how much of it goes back. */
export function plan(random: () => number, productId: string, over: Partial<Purchase> = {}): Purchase {
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

/** Does all of a purchase, as far as somebody answers; what was answered before is asked again. */
export async function carryOut(shopper: Shopper, purchase: Purchase): Promise<void> {
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

/** Asks everything again under the keys of before, of those who all live now. */
export async function askAgain(shoppers: readonly Shopper[]): Promise<void> {
  await Promise.all(
    shoppers.map(async (shopper) => {
      const own = { patience: 10_000, tries: 120, pause: pauses.patient, noticed: longestNotice }
      const patient = Object.assign({}, shopper, own)
      for (const purchase of shopper.purchases) await carryOut(patient, purchase)
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

/** What the provider's books have of a payment. */
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

/** Every payment that had money. */
export async function paymentsOf(base: string): Promise<Payment[]> {
  const path = '/dev/portone/control/ledger'
  const { body } = await patiently(() => send<{ response: { payments: Payment[] } }>(base, 'GET', path))
  return body.response.payments.filter(({ paid_at }) => paid_at > 0)
}

/** Null where the window does not open. Who paid and never saw it is told by the provider when he tries again. */
async function payInWindow({ base }: Shopper, { merchantUid, amount }: Order): Promise<string | null> {
  const path = '/dev/portone/control/pay'
  const body = { merchant_uid: merchantUid, amount }
  const reply = await send<{ response: { imp_uid: string } | null }>(base, 'POST', path, { body }).catch(
    () => undefined,
  )
  if (!reply || reply.status === 503) return null
  if (reply.body.response) return reply.body.response.imp_uid
  const paid = (await paymentsOf(base)).find(({ merchant_uid }) => merchant_uid === merchantUid)
  if (!paid) throw new Error(`the window answered ${reply.text}`)
  return paid.imp_uid
}

/** The provider tells it: for as long as a request would be asked again. */
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

/** Says it until it is answered, a few times. Undefined where nobody knows, or where the answer is none that there may be. */
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

/** Undefined where the client hung up. */
const say = <T>({ base, token: own }: Shopper, { method, path, key, body, token = own }: Ask, patience: number) =>
  send<Success<T> | Failure>(base, method, path, {
    token,
    headers: { 'idempotency-key': key },
    signal: AbortSignal.timeout(patience),
    ...(body && { body }),
  }).catch(() => undefined)

/** Nobody can say now; or it is still being worked on. */
const isUnsure = ({ status, body }: Reply<Success<unknown> | Failure>) =>
  status === 503 || (status === 409 && !body.success && body.error.code === 'CONFLICT')
