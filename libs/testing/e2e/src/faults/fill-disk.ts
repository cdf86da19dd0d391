import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { type Log, scenario } from '../scenario-runner.ts'
import type { FullDisk, FullDiskOptions } from './full-disk.ts'
import { makeDisk } from './mount-disk.ts'
import { findPrivateDisk, type PrivateDisk, runInNamespace } from './mount-namespace.ts'
import { usualBound } from './repeated-calls.ts'

/** Enough for the cluster and its WAL, and soon full. */
const size = '900M'

/** Writes to the product's own disk until it is full, continues, and then frees space. */
export async function fillDisk(
  disk: PrivateDisk,
  options: Omit<FullDiskOptions, 'mounted'>,
  log: Log,
): Promise<FullDisk> {
  await using folder = temporaryFolder()
  const mounted = join(folder.path, 'mounted')
  mkdirSync(mounted)
  const file = join(folder.path, 'disk')
  if (disk.ofFile) makeDisk(file, size)
  const through = disk.on(mounted, disk.ofFile ? file : size)
  return await runInNamespace<FullDisk>('full-disk.ts', { ...options, mounted }, log, through)
}

export const diskScenario = scenario({
  about: 'the disk fills up under writes, and then has space again (root, or user namespaces)',
  options: { seconds: 20 },
  async run({ options, log }) {
    const disk = findPrivateDisk()
    if (!disk) throw new Error('mounting its own disk needs root and a loop device, or user namespaces')
    const found = await fillDisk(disk, { ...options, bound: usualBound }, log)
    const { wrong, ...figures } = found
    const claims = {
      'writes were refused': figures.refused > 0,
      [`every response correct and within two seconds: ${wrong.length} are not`]: wrong.length === 0,
      'no acknowledged write is lost': Object.values(figures.lost).every((count) => count <= 0),
      'some writes were acknowledged': Object.values(figures.told).every((count) => count > 0),
      'no process of KingCar dies': figures.died.length === 0,
      'recovered within 30 s': figures.recovery <= 30_000,
    }
    return [{ name: disk.ofFile ? 'full disk' : 'full disk in memory', figures, claims, cases: wrong }]
  },
})
