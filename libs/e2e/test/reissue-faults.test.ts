import { expect, test } from 'vitest'
import { reissueFaults } from '../src/faults/reissue.ts'

/** A fiftieth of `npm run faults -- reissue`, and a hundredth of its races. */
test('whoever dies while a token is exchanged, nobody has to sign in again', async () => {
  const { retries, ...outcome } = await reissueFaults({ rounds: 2, races: 10 }, () => undefined)
  expect(outcome).toEqual({ kills: 4, lostAnswers: 2, races: 10, forcedLogins: 0, brokenPairs: 0 })
  expect(retries).toBeGreaterThanOrEqual(4) // each kill was noticed
}, 180_000)
