import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file for its owner alone. A process that dies, or a machine that loses power, leaves the old file or the new one. */
export function writeDurably(file: string, text: string): void {
  const part = `${file}.${process.pid}`
  const handle = openSync(part, 'w', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(part, file)
  sync(dirname(file))
}

/** The name of a file is in its folder, and kept with that. */
function sync(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
