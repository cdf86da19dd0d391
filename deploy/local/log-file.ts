import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

/** Bytes after which a log begins anew; one older file is kept. */
const limit = 20 * 2 ** 20

/** Appends lines to a file that stays small. */
export function openLogFile(file: string): Disposable & { write(line: string): void } {
  let handle = openSync(file, 'a', 0o600)
  let size = fstatSync(handle).size
  return {
    write(line) {
      if (size > limit) {
        closeSync(handle)
        renameSync(file, `${file}.1`)
        handle = openSync(file, 'a', 0o600)
        size = 0
      }
      size += writeSync(handle, `${line}\n`)
    },
    [Symbol.dispose]: () => closeSync(handle),
  }
}
