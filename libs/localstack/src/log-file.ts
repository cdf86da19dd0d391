import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

/** Bytes after which a log is rotated; one older file is kept. */
const limit = 20 * 2 ** 20

/**
 * Appends lines to a log file with rotation. A line that cannot be written (the disk is full) is dropped, so that a process
 * never ends because of its log.
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
        // the line is lost; warnings are also printed to the terminal
      }
    },
    [Symbol.dispose]: () => closeSync(handle),
  }
}
