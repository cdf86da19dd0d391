import { execFileSync } from 'node:child_process'

/** Runs a system command and waits for it; its stderr goes to this process's. */
export const run = (command: string, ...args: string[]): unknown =>
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })

/** Creates a file system in a file of this size, as `truncate` reads it; the file is sparse. */
export function makeDisk(file: string, size: string): void {
  run('truncate', '--size', size, file)
  run('mkfs.ext4', '-q', '-F', '-m', '0', file)
}

/** Mounts it, if necessary over another mount, until it is disposed. Needs root. */
export function mountDisk(file: string, folder: string): Disposable {
  run('mount', '-o', 'loop', file, folder)
  return { [Symbol.dispose]: () => void run('umount', '--lazy', folder) }
}
