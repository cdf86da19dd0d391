import type { Backend } from '@kingcar/testing'
import { expect } from 'vitest'

/** Compares the figures of subscriptions, uses and money, and redemptions of coupons, with a count of the rows. */
export async function expectFiguresToBeExact(sql: Backend['sql']): Promise<void> {
  expect(await sql`select * from orders.wrong_subscription_figures('-infinity', 'infinity')`).toEqual([])
  expect(await sql`select * from orders.wrong_cohort_figures('-infinity', 'infinity')`).toEqual([])
  expect(await sql`select * from orders.wrong_use_figures('-infinity', 'infinity')`).toEqual([])
  expect(await sql`select * from orders.wrong_money_figures('-infinity', 'infinity')`).toEqual([])
  expect(await sql`select * from orders.wrong_coupons()`).toEqual([])
}

/** Random cases of a property of figures: some, or in the long layer as many as fit into the time. */
export const figureRuns = {
  numRuns: process.env.TEST_LAYER === 'long' ? 200 : 20,
  interruptAfterTimeLimit: 40_000, // milliseconds
}
