import { expect, test } from 'vitest'
import { reissueFaults } from '../src/faults/reissue.ts'

/** A twenty-fifth of `npm run faults -- reissue`, and a hundredth of its races. */
test('whoever dies while a token is exchanged, nobody has to sign in again', async () => {
  const { retries, ...outcome } = await reissueFaults({ rounds: 4, races: 10 }, () => undefined)
  expect(outcome).toEqual({ kills: 8, lostAnswers: 4, races: 10, forcedLogins: 0, brokenPairs: 0 })
  expect(retries).toBeGreaterThanOrEqual(8) // each kill was noticed
}, 180_000)
