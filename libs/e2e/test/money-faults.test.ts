import { expect, test } from 'vitest'
import { moneyFaults } from '../src/faults/money.ts'

/** A fiftieth of `npm run faults -- money`: each line once. */
test('whoever dies while money moves, each order is charged once, and what went back went back once', async () => {
  const { findings, kills, lostAnswers, lostNotices, unnoticed, renewals, retries } = await moneyFaults(
    { rounds: 1 },
    () => undefined,
  )
  expect(Object.fromEntries(Object.entries(findings).filter(([, found]) => found.length > 0))).toEqual({})
  expect({ kills, lostNotices, unnoticed }).toEqual({ kills: 14, lostNotices: 2, unnoticed: 0 })
  expect(renewals).toBeGreaterThanOrEqual(13) // every subscription at least once
  expect(lostAnswers).toBeGreaterThanOrEqual(1)
  expect(retries).toBeGreaterThan(0) // some were noticed
}, 240_000)
