import fc from 'fast-check'
import type { Command, Model, Order, SequenceContext, Who, Work as WorkOf } from './model.ts'
import { call, commandOf, expectSame, expectStatus, objectsOf, pick } from './model.ts'

type Step = { who: Who; nth: number; amount: number }
type Work = WorkOf<Step>

const as = (real: SequenceContext, who: Who, body?: object) => ({ token: real.members[who].accessToken, body })
const asAdmin = (real: SequenceContext, body?: object) => ({ token: real.admin.accessToken, body })
const other = (who: Who): Who => (who === 0 ? 1 : 0)
const orderOf = (model: Model, { who, nth }: Step) => pick(model.orders[who], nth)
const fields = ({ id, amount, state }: Order) => ({ id, amount, state })
const asOrder = (result: unknown) => result as Order

/** An order looks right to its owner and to administrators, and missing to others. */
async function assertIs(real: SequenceContext, who: Who, order: Order): Promise<void> {
  const path = `/api/orders/${order.id}`
  const own = await call(real, 'GET', path, as(real, who))
  expectStatus(own, 200, 'reading an order')
  expectSame(fields(asOrder(own.result)), fields(order), 'an order')
  expectStatus(await call(real, 'GET', path, as(real, other(who))), 404, "another's order")
  const seen = await call(real, 'GET', `/admin/api${path.slice(4)}`, asAdmin(real))
  expectSame(fields(asOrder(seen.result)), fields(order), 'an order, to an administrator')
}

/** A repeated key returns the same order, and another caller's same key is independent. */
const create: Work = async (model, real, { who, nth }) => {
  const key = pick([null, 'key-a', 'key-b', 'key-c'], nth) ?? null
  const own = model.orders[who]
  const known = key === null ? undefined : own.find((order) => order.key === key)
  const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': `${real.begun}-${key}` }
  const body = { productId: real.product.id }
  const reply = await call(real, 'POST', '/api/orders', { ...as(real, who, body), headers })
  expectStatus(reply, 201, 'ordering')
  const made = asOrder(reply.result)
  if (known) return expectSame(made.id, known.id, 'the order of a key that was used')
  if ([...model.orders[0], ...model.orders[1]].some(({ id }) => id === made.id))
    throw new Error('a key returned an order of another member')
  if (key !== null) {
    const changed = { ...body, carId: '0199a0c5-3c80-7000-8000-00000000dead' }
    const another = await call(real, 'POST', '/api/orders', { ...as(real, who, changed), headers })
    expectStatus(another, 422, 'another order with a used key')
  }
  const { id, merchantUid } = made
  const order: Order = { id, merchantUid, amount: real.product.price, state: 'Create', impUid: null, key }
  expectSame(fields(made), fields(order), 'a new order')
  own.push(order)
}

const setByOrders = [
  ...['amount', 'price', 'state', 'memberId', 'merchantUid', 'refundedAmount', 'paidAt', 'product_price', 'useLimit'],
]

/** A request cannot set the amount. */
const createCheaper: Work = async (_, real, { who, nth, amount }) => {
  const name = pick(setByOrders, nth) ?? 'amount'
  const body = { productId: real.product.id, [name]: amount }
  expectStatus(await call(real, 'POST', '/api/orders', as(real, who, body)), 400, `ordering with ${name}`)
}

const pay = (real: SequenceContext, who: Who, id: string, body: object) =>
  call(real, 'PATCH', `/api/order/${id}/payment`, as(real, who, body))

/** The simulator has the provider's own response envelope. */
async function paidThere(real: SequenceContext, merchantUid: string, amount: number): Promise<string> {
  const response = await fetch(`${real.target.http}/dev/portone/control/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ merchant_uid: merchantUid, amount, force: true }),
  })
  return ((await response.json()) as { response: { imp_uid: string } }).response.imp_uid
}

/** Paid in the provider's window; its notice arrives, too. */
const payThere: Work = async (model, real, step) => {
  const order = orderOf(model, step)
  if (order?.state !== 'Create') return create(model, real, step)
  order.impUid = await paidThere(real, order.merchantUid, order.amount)
  const reply = await pay(real, step.who, order.id, { impUid: order.impUid })
  expectStatus(reply, 200, 'paying')
  order.state = 'Completed'
  expectSame(fields(asOrder(reply.result)), fields(order), 'a paid order')
  await assertIs(real, step.who, order)
}

/** A payment of one order does not pay another. */
const payWithAnothers: Work = async (model, real, step) => {
  const order = orderOf(model, step)
  const paid = [...model.orders[0], ...model.orders[1]].find(({ impUid, id }) => impUid !== null && id !== order?.id)
  if (order?.state !== 'Create' || !paid) return
  const reply = await pay(real, step.who, order.id, { impUid: paid.impUid })
  if (reply.status < 400) throw new Error(`the payment of another order was accepted: ${reply.text.slice(0, 200)}`)
  await assertIs(real, step.who, order)
}

const payByCard: Work = async (model, real, step) => {
  const order = orderOf(model, step)
  const own = [...objectsOf(model, 'card', step.who).keys()]
  const others = [...objectsOf(model, 'card', other(step.who)).keys()]
  const [cardId, anothers] = [pick(own, step.nth), pick(others, step.nth)]
  if (order?.state !== 'Create') return
  if (anothers !== undefined)
    expectStatus(await pay(real, step.who, order.id, { cardId: anothers }), 404, "paying with another's card")
  if (cardId === undefined) return
  if (others.length > 0)
    expectStatus(await pay(real, other(step.who), order.id, { cardId: anothers }), 404, "paying another's order")
  const reply = await pay(real, step.who, order.id, { cardId })
  expectStatus(reply, 200, 'paying by card')
  order.state = 'Completed'
  await assertIs(real, step.who, order)
}

/** A forged notice has no effect: the provider does not know the payment. */
const forgeNotice: Work = async (model, real, step) => {
  const order = orderOf(model, step)
  if (!order) return create(model, real, step)
  for (const status of ['paid', 'cancelled', 'failed']) {
    const body = { imp_uid: 'imp_999999999999', merchant_uid: order.merchantUid, status }
    expectStatus(await call(real, 'POST', '/api/orders/webhook', { body }), 200, 'a notice')
    await assertIs(real, step.who, order)
  }
}

const cancel: Work = async (model, real, step) => {
  const order = orderOf(model, step)
  if (!order) return create(model, real, step)
  const path = `/api/orders/${order.id}/cancel`
  expectStatus(await call(real, 'POST', path, as(real, other(step.who))), 404, "cancelling another's order")
  const mayBe = order.state === 'Create'
  const reply = await call(real, 'POST', path, as(real, step.who))
  expectStatus(reply, mayBe ? 200 : 409, `cancelling an order in ${order.state}`)
  if (mayBe) order.state = 'Cancel'
  await assertIs(real, step.who, order)
}

const refund: Work = async (model, real, step) => {
  const order = orderOf(model, step)
  if (!order) return create(model, real, step)
  const path = `/api/orders/${order.id}/refund`
  expectStatus(await call(real, 'POST', path, as(real, other(step.who))), 404, "returning another's order")
  const chosen = await call(real, 'POST', path, as(real, step.who, { amount: step.amount }))
  expectStatus(chosen, 400, 'a refund with an amount')
  const mayBe = order.state === 'Completed'
  const reply = await call(real, 'POST', path, as(real, step.who))
  expectStatus(reply, mayBe ? 200 : 409, `returning an order in ${order.state}`)
  if (mayBe) order.state = 'Refund'
  await assertIs(real, step.who, order)
}

const refundByAdmin = (real: SequenceContext, { id }: Order, amount: number) =>
  call(real, 'POST', `/admin/api/orders/${id}/refund`, asAdmin(real, { amount, reason: '시험' }))

/** An administrator cannot refund more than was paid. */
const refundTooMuch: Work = async (model, real, step) => {
  const order = orderOf(model, step)
  if (order?.state !== 'Completed') return
  expectStatus(await refundByAdmin(real, order, order.amount + step.amount), 409, 'a refund of more than was paid')
  await assertIs(real, step.who, order)
}

/** An administrator refunds a part and then the rest; the refunds add up to the whole. */
const refundInParts: Work = async (model, real, step) => {
  const order = orderOf(model, step)
  if (order?.state !== 'Completed' || order.amount <= step.amount) return
  for (const amount of [step.amount, order.amount - step.amount])
    expectStatus(await refundByAdmin(real, order, amount), 200, 'a refund of a part')
  order.state = 'Refund'
  await assertIs(real, step.who, order)
}

/** A member's list has all of the member's own orders and no others, newest first, in whole pages. */
const list: Work = async (model, real, step) => {
  const size = 1 + (step.nth % 5)
  const ids: string[] = []
  for (let page = 0, last = false; !last; page++) {
    const path = `/api/orders?size=${size}&page=${page}&sort=createdAt,asc`
    const { result } = await call(real, 'GET', path, as(real, step.who))
    const given = result as { content: Order[]; last: boolean }
    ids.push(...given.content.map(({ id }) => id))
    last = given.last
  }
  if (new Set(ids).size !== ids.length) throw new Error('an order is on two pages')
  const own = model.orders[step.who].map(({ id }) => id)
  expectSame(ids.slice(ids.length - own.length), own, "a member's orders, page by page")
  const strange = ids.filter((id) => model.orders[other(step.who)].some((order) => order.id === id))
  if (strange.length > 0) throw new Error("another's orders are in the list")
}

const works = {
  create,
  createCheaper,
  payThere,
  payWithAnothers,
  payByCard,
  forgeNotice,
  cancel,
  refund,
  refundTooMuch,
  refundInParts,
  list,
}

const steps: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom<Who>(0, 1),
  nth: fc.nat({ max: 20 }),
  amount: fc.integer({ min: 1, max: 1_000 }),
})

/** Calls on orders and their payments. */
export const orderCommands: fc.Arbitrary<Command>[] = [
  ...Object.entries(works),
  ...Object.entries({ create, payThere, payByCard }),
].map(([name, work]) => commandOf(`order: ${name}`, work, steps))
