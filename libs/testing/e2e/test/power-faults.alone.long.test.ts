import { test } from 'vitest'
import { cutPower, cutPowerUntilLoss } from '../src/faults/cut-power.ts'
import { canMount } from '../src/faults/mount-namespace.ts'

/**
 * A part of `npm run faults -- power`. Without root every process is killed at the same time, and the disk keeps its
 * power.
 */
const onDisk = canMount()
const log = () => undefined
/** Milliseconds: other tests run at the same time. */
const pause = 40

test.concurrent('after a power cut under writes every acknowledged write is stored', async ({ expect }) => {
  const { told, lost } = await cutPower({ onDisk, safe: true, seconds: 1, pause }, log)
  // writes in flight at the end may be stored, too
  for (const [kind, count] of Object.entries(lost)) expect(count, kind).toBeLessThanOrEqual(0)
  for (const [kind, count] of Object.entries(told)) expect(count, kind).toBeGreaterThan(0)
})

test
  .runIf(onDisk)
  .concurrent('with servers that write to the disk later, the same cut loses data', async ({ expect }) => {
    const { lost } = await cutPowerUntilLoss({ seconds: 1, pause }, log)
    expect(lost.orders).toBeGreaterThan(0)
    expect(lost.reads).toBeGreaterThan(0)
  })
