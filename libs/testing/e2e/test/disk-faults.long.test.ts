import { expect, test } from 'vitest'
import { fillDisk } from '../src/faults/fill-disk.ts'
import { findPrivateDisk } from '../src/faults/mount-namespace.ts'

/**
 * A part of `npm run faults -- disk`, without its claims about time: other tests run at the same time. Root's disk is a
 * file, that of other users is in memory; without permission to mount, deploy/test/full-disk.long.test.ts is the test.
 */
const disk = findPrivateDisk()
test.runIf(disk)(
  'a full disk loses no data and ends no process, and everything recovers when there is space',
  async () => {
    if (!disk) throw new Error('there is no disk')
    const found = await fillDisk(disk, { seconds: 2, bound: 20_000, pause: 200 }, () => undefined)
    expect(found.wrong).toEqual([])
    expect(found.refused).toBeGreaterThan(0) // it was full
    expect(found.died).toEqual([])
    for (const [kind, count] of Object.entries(found.lost)) expect(count, kind).toBeLessThanOrEqual(0)
  },
)
