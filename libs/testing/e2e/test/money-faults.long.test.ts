import { test } from 'vitest'
import { interleavings } from '../src/faults/interleavings.ts'
import { moneyFaults } from '../src/faults/money-faults.ts'
import { moneyHistories } from '../src/faults/money-histories.ts'

const quiet = () => undefined

/** A fiftieth of `npm run faults -- money`: each line once. */
// ASVS 2.3.3
test.concurrent('whichever process dies while money moves, each order is charged once and refunded once', async ({
  expect,
}) => {
  const outcome = await moneyFaults({ rounds: 1, endsLeases: true }, quiet)
  const { findings, kills, lostAnswers, lostNotices, unnoticed, renewals, retries } = outcome
  expect(Object.fromEntries(Object.entries(findings).filter(([, found]) => found.length > 0))).toEqual({})
  expect({ kills, lostNotices, unnoticed }).toEqual({ kills: 14, lostNotices: 2, unnoticed: 0 })
  expect(renewals).toBeGreaterThanOrEqual(13) // every subscription at least once
  expect(lostAnswers).toBeGreaterThanOrEqual(1)
  expect(retries).toBeGreaterThan(0) // some had an effect
})

/** A hundredth of `npm run faults -- money --only=histories`. */
test.concurrent.for(['v1', 'v2'] as const)(
  'after random histories with crashes every won is kept, returned or listed as owed: %s',
  async (api, { expect }) => {
    const seed = Date.now() % 1_000_000
    const { findings, ...figures } = await moneyHistories(
      { histories: 10, batch: 10, rounds: 2, endsLeases: true, seed, api },
      quiet,
    )
    const said = `npm run faults -- money ${seed} --only=histories --apis=${api} --histories=10 --batch=10: ${JSON.stringify(figures)}`
    expect(Object.values(findings).flat(), said).toEqual([])
    const { histories, payments, taken, kept, returned, owed, settledByHand, unexplained } = figures
    expect({ histories, unexplained }).toEqual({ histories: 10, unexplained: 0 })
    expect(taken).toBe(kept + returned + owed + settledByHand)
    expect(payments).toBeGreaterThan(5)
  },
)

/** A part of `npm run faults -- interleavings`. */
test.concurrent('with concurrent requests and crashes an order is charged once or not at all', async ({ expect }) => {
  const seed = Date.now() % 1_000_000
  const size = { orders: 20, rounds: 1, kills: 2, endsLeases: true, seed }
  const { findings, charges, orders } = await interleavings(size, quiet)
  const nothing = Object.fromEntries(Object.keys(findings).map((name) => [name, []]))
  expect(findings, `seed ${seed}`).toEqual(nothing)
  expect(orders).toBeGreaterThanOrEqual(20)
  expect(charges).toBeGreaterThan(3)
})
