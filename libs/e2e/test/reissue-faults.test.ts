import { expect, test } from 'vitest'
import { reissueFaults } from '../src/faults/reissue.ts'

/** A tenth of `npm run faults -- reissue`. */
test('whoever dies while a token is exchanged, nobody has to sign in again', async () => {
  const { retries, ...outcome } = await reissueFaults({ rounds: 10 }, () => undefined)
  expect(outcome).toEqual({ kills: 20, lostAnswers: 10, forcedLogins: 0, brokenPairs: 0 })
  expect(retries).toBeGreaterThanOrEqual(20) // each kill was noticed
}, 180_000)
