import { expect, test } from 'vitest'
import { fillDisk } from '../src/faults/fill-disk.ts'
import { ownDisk } from '../src/faults/mount-namespace.ts'

/**
 * A part of `npm run faults -- disk`, without its figures of time: other tests run beside it. Root's disk is made of a file, that of
 * others of memory; what nobody may mount a disk for stands in deploy/test/full-disk.long.test.ts.
 */
const disk = ownDisk()
test.runIf(disk)('a full disk loses nothing and ends nobody, and all is well when there is room', async () => {
  if (!disk) throw new Error('there is no disk')
  const found = await fillDisk(disk, { seconds: 2, bound: 20_000, pause: 200 }, () => undefined)
  expect(found.wrong).toEqual([])
  expect(found.refused).toBeGreaterThan(0) // it was full
  expect(found.died).toEqual([])
  for (const [kind, count] of Object.entries(found.lost)) expect(count, kind).toBeLessThanOrEqual(0)
})
