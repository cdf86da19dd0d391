import { expect, test } from 'vitest'
import { soak } from '../src/faults/soak.ts'

/** A two-hundred-and-fiftieth of `npm run faults -- soak`, too short for what it says of memory. */
test('everything goes on while something happens now and then', async () => {
  const seed = Date.now() % 1_000_000
  const { wrong, fatal, complete, requests, growth } = await soak(
    { minutes: 0.12, every: 2, requests: 15, cars: 16, mortal: 1, seed },
    () => undefined,
  )
  expect({ wrong, fatal, complete }, `seed ${seed}`).toEqual({ wrong: [], fatal: [], complete: 10 })
  expect(requests).toBeGreaterThan(100)
  expect(Object.keys(growth)).toHaveLength(10)
}, 180_000)
