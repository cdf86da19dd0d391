import { execFileSync } from 'node:child_process'

/** Runs a command of the system and waits for it; its complaints are ours. */
export const run = (command: string, ...args: string[]): unknown =>
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })

/** Makes a disk of a file, of this size as `truncate` reads it; the file takes what is written. */
export function makeDisk(file: string, size: string): void {
  run('truncate', '--size', size, file)
  run('mkfs.ext4', '-q', '-F', '-m', '0', file)
}

/** Mounts it, over what may be mounted there, until it is disposed. Needs root. */
export function mountDisk(file: string, folder: string): Disposable {
  run('mount', '-o', 'loop', file, folder)
  return { [Symbol.dispose]: () => void run('umount', '--lazy', folder) }
}
