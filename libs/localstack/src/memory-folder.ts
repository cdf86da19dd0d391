import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

/** Where Linux has files that are kept in memory. */
const place = '/dev/shm'
/** Bytes: several times what tests were seen to keep at once. */
const usualRoom = 4 * 2 ** 30

/**
 * A folder in memory with so much room, or undefined. Servers of tests write each commit through to the disk, as in earnest:
 * a disk that others use, too, holds them up for seconds, and tests that claim an answer within two fail by it.
 * @param room bytes
 */
export function memoryFolder(room = usualRoom): string | undefined {
  if (process.platform !== 'linux' || freemem() < 2 * room) return undefined
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const [, , type, options = ''] = mounts.map((line) => line.split(' ')).find(([, at]) => at === place) ?? []
  if (type !== 'tmpfs' || options.split(',').some((option) => option === 'ro' || option === 'noexec')) return undefined
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize < room ? undefined : place
}
