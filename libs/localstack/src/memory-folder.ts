import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

/** The usual tmpfs of Linux. */
const place = '/dev/shm'
/** Bytes: several times the measured maximum of the tests. */
const usualRoom = 4 * 2 ** 30

/**
 * A folder in memory with enough room, or undefined. The tests' servers sync each commit to the disk, as in production: a disk
 * that other programs use delays them by seconds, and tests that expect a response within two seconds then fail.
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
