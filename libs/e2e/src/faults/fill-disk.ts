import { trial } from '../trial.ts'
import { canMount, runApart } from './apart.ts'
import { usualBound } from './calls.ts'
import type { FullDisk } from './full-disk.ts'

export const diskTrial = trial({
  about: 'the disk is full while everybody writes, and has room again (root)',
  options: { seconds: 20 },
  async run({ options, log }) {
    if (!canMount()) throw new Error('to mount a disk of its own it needs root and a loop device')
    const size = { ...options, bound: usualBound }
    const found = await runApart<FullDisk>('full-disk.ts', size, true, log)
    const { wrong, ...figures } = found
    const claims = {
      'it was full': figures.refused > 0,
      [`every answer within two seconds and right: ${wrong.length} are not`]: wrong.length === 0,
      'nothing that was told to be stored is lost': Object.values(figures.lost).every((count) => count <= 0),
      'some was told to be stored': Object.values(figures.told).every((count) => count > 0),
      'none of our processes dies of it': figures.died.length === 0,
      'well again within 30 s': figures.recovery <= 30_000,
    }
    return [{ name: 'full disk', figures, claims, cases: wrong }]
  },
})
