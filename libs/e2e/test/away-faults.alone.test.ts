import { expect, test } from 'vitest'
import { eachAway } from '../src/faults/away.ts'

/** A part of `npm run faults -- away`. */
test('whatever is away, and however, all is answered within two seconds: rightly, or that it is away', async () => {
  const absences = [
    { dependency: 'catalog', way: 'dead' },
    { dependency: 'postgres', way: 'stall' },
    { dependency: 'provider', way: 'frozen' },
  ] as const
  const outcomes = await eachAway(absences, 2_000, () => undefined)
  for (const { wrong, refused, answers, ...absence } of outcomes)
    expect({ absence, wrong, wasMissed: refused > 0 }).toEqual({ absence, wrong: [], wasMissed: true })
}, 180_000)
