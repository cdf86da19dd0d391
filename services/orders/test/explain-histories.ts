import { type OrderState, orderTransitions } from '@kingcar/contract'
import { runHistories } from '@kingcar/testing/money'
import { expect } from 'vitest'
import { historyWorld } from './history-world.ts'
import { assertBooksAgree, type Entry, type OrdersWithProvider } from './orders-with-provider.ts'

/**
 * Runs random histories with two processes of the service, and asserts that every won is kept, returned or owed at their end. The
 * environment's `SEED` and `HISTORIES` repeat a failed run.
 */
export async function explainHistories(money: OrdersWithProvider, count: number): Promise<void> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const histories = Number(process.env.HISTORIES ?? count)
  await using _second = await money.orders.startAnother()
  const { findings, ...figures } = await runHistories(historyWorld(money), { seed, histories, rounds: 3 })
  expect(findings, `SEED=${seed} HISTORIES=${histories} ${JSON.stringify(figures)}`).toEqual([])
  expect(figures).toMatchObject({ histories, unexplained: 0 })
  expect(figures.taken).toBe(figures.kept + figures.returned + figures.owed + figures.settledByHand)
  await assertBooksAgree(money)
  const orders = await money.orders.backend.sql<{ id: string }[]>`select id from orders.orders`
  for (const { id } of orders) await assertSound(money, id)
}

async function assertSound(money: OrdersWithProvider, id: string): Promise<void> {
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
  const charges = money.provider.ledger().payments.filter((each) => each.channel === 'api' && each.status !== 'failed')
  const ofOrder = charges.filter((each) => each.merchant_uid === `kc_${id.replaceAll('-', '')}`)
  expect(ofOrder.length).toBeLessThanOrEqual(1)
}

const isTransition = ({ from_state, to_state }: Entry) =>
  Object.values(orderTransitions).some(
    ({ from, to }) => to === to_state && from.some((each: OrderState) => each === from_state),
  )
