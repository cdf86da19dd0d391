import { expect, test } from 'vitest'
import { canMount, runApart } from '../src/faults/apart.ts'
import type { FullDisk } from '../src/faults/full-disk.ts'

/** A part of `npm run faults -- disk`, without its figures of time: other tests run beside it. Its lesser form, without root, stands in deploy/test/full-disk.test.ts. */
test.runIf(canMount())(
  'a full disk loses nothing and ends nobody, and all is well when there is room',
  async () => {
    const found = await runApart<FullDisk>(
      'full-disk.ts',
      { seconds: 2, bound: 20_000, pause: 200 },
      true,
      () => undefined,
    )
    expect(found.wrong).toEqual([])
    expect(found.refused).toBeGreaterThan(0) // it was full
    expect(found.died).toEqual([])
    for (const [kind, count] of Object.entries(found.lost)) expect(count, kind).toBeLessThanOrEqual(0)
  },
  180_000,
)
