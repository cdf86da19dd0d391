import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { type Log, trial } from '../scenario-runner.ts'
import { usualBound } from './calls.ts'
import { makeDisk } from './disk.ts'
import type { FullDisk, FullDiskOptions } from './full-disk.ts'
import { type OwnDisk, ownDisk, runApart } from './mount-namespace.ts'

/** Enough for the cluster and its log, and soon full. */
const size = '900M'

/** Lets everybody write to a disk of the product's own until it is full, and on, and gives it room again. */
export async function fillDisk(disk: OwnDisk, options: Omit<FullDiskOptions, 'mounted'>, log: Log): Promise<FullDisk> {
  await using folder = temporaryFolder()
  const mounted = join(folder.path, 'mounted')
  mkdirSync(mounted)
  const file = join(folder.path, 'disk')
  if (disk.ofFile) makeDisk(file, size)
  const through = disk.on(mounted, disk.ofFile ? file : size)
  return await runApart<FullDisk>('full-disk.ts', { ...options, mounted }, log, through)
}

export const diskTrial = trial({
  about: 'the disk is full while everybody writes, and has room again (root, or namespaces of users)',
  options: { seconds: 20 },
  async run({ options, log }) {
    const disk = ownDisk()
    if (!disk) throw new Error('to mount a disk of its own it needs root and a loop device, or a namespace of users')
    const found = await fillDisk(disk, { ...options, bound: usualBound }, log)
    const { wrong, ...figures } = found
    const claims = {
      'it was full': figures.refused > 0,
      [`every answer within two seconds and right: ${wrong.length} are not`]: wrong.length === 0,
      'nothing that was told to be stored is lost': Object.values(figures.lost).every((count) => count <= 0),
      'some was told to be stored': Object.values(figures.told).every((count) => count > 0),
      'none of our processes dies of it': figures.died.length === 0,
      'well again within 30 s': figures.recovery <= 30_000,
    }
    return [{ name: disk.ofFile ? 'full disk' : 'full disk of memory', figures, claims, cases: wrong }]
  },
})
