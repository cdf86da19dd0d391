import fc from 'fast-check'
import {
  call,
  expectSame,
  expectStatus,
  type Model,
  type Order,
  objectsOf,
  pick,
  type SequenceContext,
  type Who,
} from './model.ts'

type Step = { who: Who; nth: number; amount: number }
type Work = (model: Model, real: SequenceContext, step: Step) => Promise<void>

const tokenOf = (real: SequenceContext, who: Who) => real.members[who].accessToken
const other = (who: Who): Who => (who === 0 ? 1 : 0)
const orderOf = (model: Model, { who, nth }: Step) => pick(model.orders[who], nth)
const fields = ({ id, amount, state }: Order) => ({ id, amount, state })
const asOrder = (result: unknown) => result as Order

/** An order looks right to its owner and to administrators, and missing to others. */
async function assertIs(real: SequenceContext, who: Who, order: Order): Promise<void> {
  const path = `/api/orders/${order.id}`
  const own = await call(real, 'GET', path, { token: tokenOf(real, who) })
  expectStatus(own, 200, 'reading an order')
  expectSame(fields(asOrder(own.result)), fields(order), 'an order')
  expectStatus(await call(real, 'GET', path, { token: tokenOf(real, other(who)) }), 404, "another's order")
  const seen = await call(real, 'GET', `/admin/api${path.slice(4)}`, { token: real.admin.accessToken })
  expectSame(fields(asOrder(seen.result)), fields(order), 'an order, to an administrator')
}

/** A repeated key returns the same order, and another caller's same key is independent. */
const create: Work = async (model, real, { who, nth }) => {
  const key = pick([null, 'key-a', 'key-b', 'key-c'], nth) ?? null
  const own = model.orders[who]
  const known = key === null ? undefined : own.find((order) => order.key === key)
  const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': `${real.begun}-${key}` }
  const body = { productId: real.product.id }
  const reply = await call(real, 'POST', '/api/orders', { token: tokenOf(real, who), body, headers })
  expectStatus(reply, 201, 'ordering')
  const made = asOrder(reply.result)
  if (known) return expectSame(made.id, known.id, 'the order of a key that was used')
  if ([...model.orders[0], ...model.orders[1]].some(({ id }) => id === made.id))
    throw new Error('a key returned an order of another member')
  if (key !== null) {
    const changed = { ...body, carId: '0199a0c5-3c80-7000-8000-00000000dead' }
    expectStatus(
      await call(real, 'POST', '/api/orders', { token: tokenOf(real, who), body: changed, headers }),
      422,
      'another order with a used key',
    )
  }
  const order: Order = {
    id: made.id,
    merchantUid: made.merchantUid,
    amount: real.product.price,
    state: 'Create',
    impUid: null,
    key,
  }
  expectSame(fields(made), fields(order), 'a new order')
  own.push(order)
}

/** A request cannot set the amount. */
const createCheaper: Work = async (_, real, { who, nth, amount }) => {
  const name =
    pick(
      ['amount', 'price', 'state', 'memberId', 'merchantUid', 'refundedAmount', 'paidAt', 'product_price', 'useLimit'],
      nth,
    ) ?? 'amount'
  const body = { productId: real.product.id, [name]: amount }
  expectStatus(
    await call(real, 'POST', '/api/orders', { token: tokenOf(real, who), body }),
    400,
    `ordering with ${name}`,
  )
}

const pay = (real: SequenceContext, who: Who, id: string, body: object) =>
  call(real, 'PATCH', `/api/order/${id}/payment`, { token: tokenOf(real, who), body })

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
  expectStatus(
    await call(real, 'POST', path, { token: tokenOf(real, other(step.who)) }),
    404,
    "cancelling another's order",
  )
  const mayBe = order.state === 'Create'
  const reply = await call(real, 'POST', path, { token: tokenOf(real, step.who) })
  expectStatus(reply, mayBe ? 200 : 409, `cancelling an order in ${order.state}`)
  if (mayBe) order.state = 'Cancel'
  await assertIs(real, step.who, order)
}

const refund: Work = async (model, real, step) => {
  const order = orderOf(model, step)
  if (!order) return create(model, real, step)
  const path = `/api/orders/${order.id}/refund`
  expectStatus(
    await call(real, 'POST', path, { token: tokenOf(real, other(step.who)) }),
    404,
    "returning another's order",
  )
  expectStatus(
    await call(real, 'POST', path, { token: tokenOf(real, step.who), body: { amount: step.amount } }),
    400,
    'a refund with an amount',
  )
  const mayBe = order.state === 'Completed'
  const reply = await call(real, 'POST', path, { token: tokenOf(real, step.who) })
  expectStatus(reply, mayBe ? 200 : 409, `returning an order in ${order.state}`)
  if (mayBe) order.state = 'Refund'
  await assertIs(real, step.who, order)
}

/** An administrator cannot refund more than was paid. */
const refundTooMuch: Work = async (model, real, step) => {
  const order = orderOf(model, step)
  if (order?.state !== 'Completed') return
  const body = { amount: order.amount + step.amount, reason: '시험' }
  const reply = await call(real, 'POST', `/admin/api/orders/${order.id}/refund`, {
    token: real.admin.accessToken,
    body,
  })
  expectStatus(reply, 409, 'a refund of more than was paid')
  await assertIs(real, step.who, order)
}

/** An administrator refunds a part and then the rest; the refunds add up to the whole. */
const refundInParts: Work = async (model, real, step) => {
  const order = orderOf(model, step)
  if (order?.state !== 'Completed' || order.amount <= step.amount) return
  for (const amount of [step.amount, order.amount - step.amount]) {
    const body = { amount, reason: '시험' }
    const asked = { token: real.admin.accessToken, body }
    expectStatus(await call(real, 'POST', `/admin/api/orders/${order.id}/refund`, asked), 200, 'a refund of a part')
  }
  order.state = 'Refund'
  await assertIs(real, step.who, order)
}

/** A member's list has all of the member's own orders and no others, newest first, in whole pages. */
const list: Work = async (model, real, step) => {
  const size = 1 + (step.nth % 5)
  const ids: string[] = []
  for (let page = 0, last = false; !last; page++) {
    const { result } = await call(real, 'GET', `/api/orders?size=${size}&page=${page}&sort=createdAt,asc`, {
      token: tokenOf(real, step.who),
    })
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

/** Calls on orders and their payments. */
export const orderCommands: fc.Arbitrary<fc.AsyncCommand<Model, SequenceContext>>[] = [
  ...Object.entries(works),
  ...Object.entries({ create, payThere, payByCard }),
].map(([name, work]) =>
  fc
    .record({ who: fc.constantFrom<Who>(0, 1), nth: fc.nat({ max: 20 }), amount: fc.integer({ min: 1, max: 1_000 }) })
    .map(
      (step): fc.AsyncCommand<Model, SequenceContext> => ({
        check: () => true,
        run: (model, real) => work(model, real, step),
        toString: () => `order: ${name} ${JSON.stringify(step)}`,
      }),
    ),
)
