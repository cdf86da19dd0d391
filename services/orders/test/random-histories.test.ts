import { type Card, type OrderState, orderTransitions } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import {
  assertBooksAgree,
  type Entry,
  type OrdersWithProvider,
  op,
  startOrdersWithProvider,
} from './orders-with-provider.ts'

const price = 35_000
const minute = 60_000
/** The number of random histories; set `HISTORIES` for many thousands. */
const runs = Number(process.env.HISTORIES ?? 4)

let money: OrdersWithProvider
let member: TestMember
let wash: string
let cards: Card[]

beforeAll(async () => {
  money = await startOrdersWithProvider()
  member = await money.orders.addMember()
  wash = (await money.orders.addProduct({ price })).id
  cards = [await money.card(member), await money.card(member, '4000-0000-0000-0002')]
})
afterAll(() => money[Symbol.asyncDispose]())

type Made = { id: string; merchantUid: string; impUids: string[] }
type Action = { what: (typeof actions)[number]; on: number; part: number }

const actions = [
  ...(['create', 'create', 'payInWindow', 'payInWindow', 'payWrong', 'reserve', 'deposit', 'failInWindow'] as const),
  ...(['confirm', 'confirm', 'notice', 'noticeTwice', 'charge', 'chargeDeclined', 'cancel', 'refund'] as const),
  ...(['refundPart', 'cancelAtProvider', 'loseNotices', 'sendNotices', 'loseAnswer', 'loseRequest', 'later'] as const),
] as const

const action = fc.record({
  what: fc.constantFrom(...actions),
  on: fc.nat({ max: 5 }),
  part: fc.integer({ min: 1, max: price }),
})
/** Lanes run concurrently. */
const history = fc.array(fc.array(action, { minLength: 5, maxLength: 25 }), { minLength: 1, maxLength: 3 })

test('after any concurrent history of members, administrators, webhooks, provider and clock both ledgers agree to the won', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (lanes) => {
      const made: Made[] = []
      await Promise.all(
        lanes.map(async (lane) => {
          for (const each of lane) await act(made, each)
        }),
      )
      await calmDown()
      await waitFor(() => assertBooksAgree(money))
      for (const { id } of made) await assertSound(id)
    }),
    { numRuns: runs, endOnFailure: true },
  )
}, 900_000)

async function act(made: Made[], { what, on, part }: Action): Promise<void> {
  const order = made[on % Math.max(1, made.length)]
  const by = { actor: member.actor }
  if (what === 'create' || order === undefined) {
    const { id, merchantUid } = await money.order(member, wash)
    made.push({ id, merchantUid, impUids: [] })
    return
  }
  const { id: orderId, merchantUid, impUids } = order
  const impUid = impUids[part % Math.max(1, impUids.length)] ?? 'imp_none'
  const pay = (fields: object) => {
    const { imp_uid } = money.provider.pay({ merchant_uid: merchantUid, amount: price, force: true, ...fields })
    impUids.push(imp_uid)
  }
  const notice = () => money.notice({ imp_uid: impUid, merchant_uid: merchantUid, status: 'paid' })
  const todo: Record<Exclude<Action['what'], 'create'>, () => unknown> = {
    payInWindow: () => pay({}),
    payWrong: () => pay({ amount: part }),
    reserve: () => pay({ pay_method: 'vbank' }),
    failInWindow: () => pay({ outcome: 'failed' }),
    deposit: () => money.provider.deposit(impUid),
    confirm: () => money.orders.call(op.payOrder, { orderId, impUid }, by),
    notice,
    noticeTwice: () => Promise.all([notice(), notice()]),
    charge: () => money.orders.call(op.payOrder, { orderId, cardId: cards[0]?.id ?? '' }, by),
    chargeDeclined: () => money.orders.call(op.payOrder, { orderId, cardId: cards[1]?.id ?? '' }, by),
    cancel: () => money.orders.call(op.cancelOrder, { orderId }, by),
    refund: () => money.orders.call(op.refundMyOrder, { orderId }, by),
    refundPart: () => money.orders.call(op.refundOrder, { orderId, amount: part, reason: '일부' }),
    cancelAtProvider: () => money.provider.cancel({ imp_uid: impUid, amount: part }),
    loseNotices: () => money.provider.deliver({ lose: null }),
    sendNotices: () => money.provider.deliver({ lose: 0, copies: 2 }),
    loseAnswer: () => money.provider.misbehave({ path: '*', method: 'POST', answer: 'drop' }),
    loseRequest: () => money.provider.misbehave({ path: '*', method: 'POST', work: false, answer: 'drop' }),
    later: () => money.orders.clock.advance((part % 2) * minute),
  }
  await refusalAllowed(todo[what])
}

/** Refusals are part of the history; any other failure fails the test. */
async function refusalAllowed(work: () => unknown): Promise<void> {
  const isRefusal = (error: unknown) => error instanceof Error && error.name === 'Refusal'
  try {
    const code = await codeOf(Promise.resolve(work()))
    expect(code).not.toBe('INTERNAL')
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

/** Ends all faults and moves the clock past everything that is due. */
async function calmDown(): Promise<void> {
  money.provider.behave()
  money.provider.deliver({ lose: 0, copies: 1 })
  await money.provider.settled()
  for (const minutes of [5, 35, 5]) {
    money.orders.clock.advance(minutes * minute)
    await waitFor(async () => {
      const now = money.orders.clock.now()
      const [left] = await money.orders.backend.sql<{ open: number; due: number }[]>`
        select (select count(*)::int from orders.intents where state = 'open') as open,
          (select count(*)::int from orders.orders where check_at <= ${now}) as due`
      expect(left).toEqual({ open: 0, due: 0 })
    })
  }
}

async function assertSound(id: string): Promise<void> {
  const entries = await money.ledger(id)
  for (const [at, entry] of entries.entries()) {
    if (at > 0) expect(entry.from_state).toBe(entries[at - 1]?.to_state)
    if (entry.from_state !== null && entry.from_state !== entry.to_state) expect(isTransition(entry)).toBe(true)
  }
  const sum = (name: 'paid' | 'refunded') => entries.reduce((total, entry) => total + entry[name], 0)
  const { state, refundedAmount } = await money.stored(id)
  expect(entries.at(-1)?.to_state).toBe(state)
  expect(
    entries.filter(({ to_state, from_state }) => to_state === 'Paid' && from_state !== 'Paid').length,
  ).toBeLessThanOrEqual(1)
  expect(sum('refunded')).toBe(refundedAmount)
  expect(sum('refunded')).toBeLessThanOrEqual(sum('paid'))
  const products = await money.orders.backend.sql<{ state: string }[]>`
    select state from orders.user_products where order_id = ${id}`
  if (state === 'Completed') expect(products).toMatchObject([{ state: 'Available' }])
  else expect(products.filter(({ state: each }) => each !== 'Cancel')).toEqual([])
  const charges = money.provider.ledger().payments.filter((each) => each.channel === 'api' && each.status !== 'failed')
  const ofOrder = charges.filter((each) => each.merchant_uid === `kc_${id.replaceAll('-', '')}`)
  expect(ofOrder.length).toBeLessThanOrEqual(1)
}

const isTransition = ({ from_state, to_state }: Entry) =>
  Object.values(orderTransitions).some(
    ({ from, to }) => to === to_state && from.some((each: OrderState) => each === from_state),
  )
