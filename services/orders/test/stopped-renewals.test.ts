import { startBundle, waitFor } from '@kingcar/testing'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { TestMember } from './orders-service.ts'
import { assertBooksAgree, op, providerBeforeAll } from './orders-with-provider.ts'

/* A renewal that the member stops while it is charged. Times are real: the processes share one clock. */

/** Milliseconds that a charge takes. */
const chargeMs = 600
/** The number of random cases; set `HISTORIES` for many. */
const runs = Number(process.env.HISTORIES ?? 4)

const money = providerBeforeAll()
let monthly: string
let second: AsyncDisposable

beforeAll(async () => {
  const plan = { type: 'subscribe', name: '월 4회', price: 50_000, billingMonths: 1, useLimit: 4 } as const
  monthly = (await money.orders.addProduct(plan)).id
  second = await money.orders.startAnother()
})

const sql = () => money.orders.backend.sql

type Subscriber = { member: TestMember; productId: string }

async function subscribe(): Promise<Subscriber> {
  const member = await money.orders.addMember()
  const card = await money.card(member)
  const { id } = await money.order(member, monthly)
  const order = await money.orders.call(op.payOrder, { orderId: id, cardId: card.id }, { actor: member.actor })
  return { member, productId: order.userProductId ?? '' }
}

/** Ends the paid periods of subscriptions now, so that their renewals are due. */
const makeDue = (subscribers: readonly Subscriber[]) => sql()`
  update orders.user_products
  set starts_at = now() - interval '1 month', ends_at = now(), next_billing_at = now()
  where id = any(${subscribers.map(({ productId }) => productId)})`

const productOf = async (id: string) => {
  const [row] = await sql()<{ state: string; ends_at: Date; next_billing_at: Date | null }[]>`
    select state, ends_at, next_billing_at from orders.user_products where id = ${id}`
  if (!row) throw new Error('no product')
  return row
}
const renewalsOf = (productId: string) => sql()<{ id: string; merchant_uid: string; state: string }[]>`
  select id, merchant_uid, state from orders.orders where renews = ${productId}`

/** Won that the provider has of a subscription's renewals and has not returned. */
async function keptOf(productId: string): Promise<number> {
  const uids = new Set((await renewalsOf(productId)).map(({ merchant_uid }) => merchant_uid))
  return money.provider
    .ledger()
    .payments.filter(({ merchant_uid, status }) => uids.has(merchant_uid) && status !== 'failed')
    .reduce((sum, { amount, cancel_amount }) => sum + amount - cancel_amount, 0)
}

const appeared = (productId: string) =>
  waitFor(async () => expect((await renewalsOf(productId)).length).toBeGreaterThan(0))

/** Stops a renewal that long after its order appeared. `isPaidBefore`: the response shows the next period as paid. */
async function stopAfter({ member, productId }: Subscriber, ms: number): Promise<{ isPaidBefore: boolean }> {
  await appeared(productId)
  await new Promise((resolve) => setTimeout(resolve, ms))
  const stop = () =>
    money.orders.call(op.stopRenewal, { id: productId }, { actor: member.actor, idempotencyKey: productId })
  const { endsAt } = await waitFor(stop) // a busy machine may not respond in time
  return { isPaidBefore: Date.parse(endsAt ?? '') > Date.now() }
}

/** Waits for all charges and refunds: a month that was paid before the stop stays, any other charge is refunded. */
async function assertNothingKept({ productId }: Subscriber, isPaidBefore: boolean): Promise<void> {
  await waitFor(async () => {
    const open = await sql()`
      select 1 from orders.intents i join orders.orders o on o.id = i.order_id
      where o.renews = ${productId} and i.state = 'open'`
    expect(open).toHaveLength(0)
    expect(await keptOf(productId)).toBe(isPaidBefore ? 50_000 : 0)
  })
  expect(await productOf(productId)).toMatchObject({
    state: isPaidBefore ? 'Available' : 'Complete',
    next_billing_at: null,
  })
}

test('a stop at any time during a charge keeps only money that was taken before it, with two processes', async () => {
  const moments = fc.array(fc.integer({ min: 0, max: 2 * chargeMs }), { minLength: 4, maxLength: 8 })
  const delay = fc.constantFrom({ before: chargeMs }, { after: chargeMs })
  await fc.assert(
    fc.asyncProperty(moments, delay, async (stops, slow) => {
      const subscribers: Subscriber[] = []
      for (const _ of stops) subscribers.push(await subscribe()) // charges in parallel are the test's load, not its set-up
      money.provider.misbehave({ path: '/subscribe/payments/again', calls: null, ...slow })
      await makeDue(subscribers)
      await Promise.all(
        subscribers.map(async (subscriber, at) => {
          const { isPaidBefore } = await stopAfter(subscriber, stops[at] ?? 0)
          await assertNothingKept(subscriber, isPaidBefore)
        }),
      )
      money.provider.behave()
    }),
    { numRuns: runs, endOnFailure: true },
  )
})

test.each(['orders.renewal.intended', 'orders.charge.answered'])(
  'a stop after the charging process was killed at %s keeps no money',
  async (at) => {
    const subscriber = await subscribe()
    await money.orders.stop()
    await second[Symbol.asyncDispose]()
    await makeDue([subscriber])
    const { now, ...options } = money.orders.options
    const environment = Object.entries(options).map(([name, value]) => [name, String(value)])
    await using doomed = await startBundle('orders', Object.fromEntries([...environment, ['FAULT', `${at}:kill`]]))
    expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
    second = await money.orders.startAnother()
    const { isPaidBefore } = await stopAfter(subscriber, 0)
    expect(isPaidBefore).toBe(false)
    await sql()`update orders.intents set try_at = now() where state = 'open'` // the lease of the killed process ends
    await assertNothingKept(subscriber, isPaidBefore)
  },
)

test('both ledgers agree in the end', async () => {
  await waitFor(() => assertBooksAgree(money))
})
