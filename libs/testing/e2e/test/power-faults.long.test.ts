import { test } from 'vitest'
import { canMount } from '../src/faults/mount-namespace.ts'
import { cutPower, seeLoss } from '../src/faults/power.ts'

/** A part of `npm run faults -- power`. Without root every process is killed in one moment, and the disk goes on. */
const onDisk = canMount()
const log = () => undefined
/** Milliseconds: what else is tested has to go on, too. */
const pause = 40

test.concurrent('the power is cut while everybody writes, and what they were told is stored is there', async ({
  expect,
}) => {
  const { told, lost } = await cutPower({ onDisk, safe: true, seconds: 1, pause }, log)
  // what was under way at the end may be there, too
  for (const [kind, count] of Object.entries(lost)) expect(count, kind).toBeLessThanOrEqual(0)
  for (const [kind, count] of Object.entries(told)) expect(count, kind).toBeGreaterThan(0)
})

test.runIf(onDisk).concurrent('with servers that write to the disk later, the same is lost', async ({ expect }) => {
  const { lost } = await seeLoss({ seconds: 1, pause }, log)
  expect(lost.orders).toBeGreaterThan(0)
  expect(lost.reads).toBeGreaterThan(0)
})
