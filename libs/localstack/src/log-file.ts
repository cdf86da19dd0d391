import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

/** Bytes after which a log begins anew; one older file is kept. */
const limit = 20 * 2 ** 20

/**
 * Appends lines to a file that stays small. A line that cannot be written (the disk is full) is left out: what runs must
 * not end for its log.
 */
export function openLogFile(file: string): Disposable & { write(line: string): void } {
  let handle = openSync(file, 'a', 0o600)
  let size = fstatSync(handle).size
  return {
    write(line) {
      try {
        if (size > limit) {
          renameSync(file, `${file}.1`)
          const next = openSync(file, 'a', 0o600)
          closeSync(handle)
          handle = next
          size = 0
        }
        size += writeSync(handle, `${line}\n`)
      } catch {
        // the line is lost, and what is worth telling stands on the terminal
      }
    },
    [Symbol.dispose]: () => closeSync(handle),
  }
}
