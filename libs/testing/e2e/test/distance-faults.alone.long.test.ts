import { expect, test } from 'vitest'
import { delays, distance, distantServers, verdictOf } from '../src/faults/distance.ts'

/** A part of `npm run faults -- distance`. */
test.each(distantServers)(
  'with %s in another zone everything finishes, and takes longer at most in proportion',
  async (server) => {
    const outcome = await distance(server, { reads: 128, uses: 16, tries: 2, seconds: 1 }, () => undefined)
    const { claims, figures } = verdictOf(outcome)
    expect(
      Object.entries(claims).filter(([, holds]) => !holds),
      JSON.stringify(figures),
    ).toEqual([])
    expect(outcome.burst).toHaveLength(delays.length)
  },
)
