import { type Act, call, type KnownOrder, one, op } from './act.ts'
import { control } from './provider.ts'
import type { MoneyWorld } from './world.ts'

/** Milliseconds, less than the 30 minutes of an order: a payment until then is in time, also by a slow test. */
const inTimeMs = 25 * 60_000
/** Milliseconds for which a payer's window is open; it is opened while the order is unpaid. */
const windowMs = 30 * 60_000
/** Milliseconds for which the last window of an unpaid order may be open. */
const lastWindowMs = 60 * 60_000

export async function orderProduct(act: Act): Promise<string> {
  return (await placeOrder(act)).merchantUid
}

/** A member orders and pays in one of the possible ways. */
export async function buy(act: Act): Promise<string> {
  const { random } = act
  const own = { ...act, order: await placeOrder(act) }
  const ways = [
    [payByCard],
    [payByCard],
    [payInWindow],
    [payInWindow, confirm],
    [payInWindow, payInWindow],
    [failInWindow, payInWindow],
    [issueAccount],
    [issueAccount, deposit],
    [issueAccount, confirm, deposit],
    [issueAccount, issueAccount, deposit],
    [issueAccount, payByCard],
  ]
  const done = [own.order.merchantUid]
  for (const pay of one(random, ways) ?? []) done.push(`${pay.name} ${await pay(own)}`)
  return done.join(', ')
}

async function placeOrder(act: Act): Promise<KnownOrder> {
  const { history, random } = act
  const isPlan = random() < 0.4
  const couponCode = random() < 0.4 ? one(random, history.codes) : undefined
  const placed = await call(act, op.createOrder, {
    productId: isPlan ? history.plan : history.onetime,
    ...(couponCode !== undefined && { couponCode }),
  })
  return noteOrder(act, placed, isPlan)
}

type Placed = Pick<KnownOrder, 'id' | 'merchantUid' | 'amount'>

/** Adds an order to those of the history. */
export function noteOrder({ history, world }: Act, { id, merchantUid, amount }: Placed, isPlan: boolean): KnownOrder {
  const order: KnownOrder = {
    ...{ id, merchantUid, isPlan, amount, createdAt: world.now().getTime(), payments: new Map(), accounts: [] },
    ...{ paidAt: null, isDisturbed: history.hasLeft, promised: null }, // the member may leave while the order is placed
  }
  history.orders.push(order)
  return order
}

export async function payByCard(act: Act): Promise<string> {
  const { order, history, random } = act
  const wantsGood = random() < 0.75
  const card = history.cards.find(({ isGood }) => isGood === wantsGood)
  if (!order || !card) return 'nothing'
  notePaid(order, act.world)
  try {
    return (await call(act, op.payOrder, { orderId: order.id, cardId: card.id })).state
  } catch (error) {
    order.isDisturbed = true // the charge of a card that failed ends the order
    throw error
  }
}

/** The age of an order in milliseconds, by the time of orders. */
const ageOf = ({ createdAt }: KnownOrder, world: MoneyWorld) => world.now().getTime() - createdAt

const isWindowOpen = (order: KnownOrder, world: MoneyWorld) =>
  ageOf(order, world) < lastWindowMs && (order.paidAt === null || world.now().getTime() - order.paidAt < windowMs)

function notePaid(order: KnownOrder, world: MoneyWorld): void {
  order.paidAt ??= world.now().getTime()
}

/**
 * A payer pays in the window. With two open windows, an order that is already paid can be paid again. A forged window pays
 * another amount.
 */
export async function payInWindow({ order, random, world }: Act): Promise<string> {
  if (!order || !isWindowOpen(order, world)) return 'nothing'
  const isForged = random() < 0.1
  const amount = isForged ? 1_000 * (1 + Math.floor(random() * 60)) : order.amount
  const body = { merchant_uid: order.merchantUid, amount, force: isForged || random() < 0.3 }
  const inTime = ageOf(order, world) < inTimeMs
  const { imp_uid } = await control(world.providerUrl, 'pay', body)
  order.payments.set(imp_uid, { inTime })
  notePaid(order, world)
  return `${imp_uid} ${amount}`
}

export async function failInWindow({ order, world, random }: Act): Promise<string> {
  if (!order || !isWindowOpen(order, world)) return 'nothing'
  const body = { merchant_uid: order.merchantUid, amount: order.amount, force: true }
  const outcome = random() < 0.5 ? 'failed' : 'ready'
  const { imp_uid } = await control(world.providerUrl, 'pay', { ...body, outcome })
  return `${imp_uid} ${outcome}`
}

const days = (count: number) => Math.floor(Date.now() / 1_000) + Math.ceil(count * 24 * 3_600)

export async function issueAccount({ order, world, random }: Act): Promise<string> {
  if (!order || !isWindowOpen(order, world)) return 'nothing'
  const body = { merchant_uid: order.merchantUid, amount: order.amount, force: random() < 0.5 }
  const { imp_uid } = await control(world.providerUrl, 'issue', { ...body, vbank_due: days(1 + random() * 9) })
  order.accounts.push(imp_uid)
  return imp_uid
}

/** A transfer, also one that is late or to an account of an order that was paid. */
export async function deposit({ history, order, world, random }: Act): Promise<string> {
  const withAccount = history.orders.filter(({ accounts }) => accounts.length > 0)
  const of = order && order.accounts.length > 0 ? order : one(random, withAccount)
  const account = of && one(random, of.accounts)
  if (!of || account === undefined) return 'nothing'
  const inTime = ageOf(of, world) < inTimeMs
  await control(world.providerUrl, 'deposit', { imp_uid: account })
  of.accounts = of.accounts.filter((each) => each !== account)
  of.payments.set(account, { inTime })
  notePaid(of, world)
  return `${of.merchantUid} ${account}`
}

export async function moveDueDate({ history, world, random }: Act): Promise<string> {
  const account = one(
    random,
    history.orders.flatMap(({ accounts }) => accounts),
  )
  if (account === undefined) return 'nothing'
  await control(world.providerUrl, 'extend', { imp_uid: account, vbank_due: days(random() * 20) })
  return account
}

export async function confirm(act: Act): Promise<string> {
  const { order, random } = act
  const impUid = order && one(random, [...order.payments.keys(), ...order.accounts])
  if (!order || impUid === undefined) return 'nothing'
  return (await call(act, op.payOrder, { orderId: order.id, impUid })).state
}

/** A notice of the provider that is repeated, late or forged. */
export async function sendNotice({ order, world, random }: Act): Promise<string> {
  const impUid = order && one(random, [...order.payments.keys(), ...order.accounts])
  if (!order || impUid === undefined) return 'nothing'
  const status = one(random, ['paid', 'ready', 'failed', 'cancelled']) ?? 'paid'
  const notice = { imp_uid: impUid, merchant_uid: order.merchantUid, status }
  const copies = random() < 0.3 ? 3 : 1
  await Promise.all(Array.from({ length: copies }, () => world.call(op.receivePaymentWebhook, notice, 'anyone')))
  return `${status} ${copies} times`
}
