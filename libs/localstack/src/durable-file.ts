import { closeSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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
  syncToDisk(dirname(file))
}

/** Waits until a file, or the names in a folder, would outlast a loss of power. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The same of all that is in a folder, and of the folder. */
export function syncFolderToDisk(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() || entry.isDirectory()) syncToDisk(join(entry.parentPath, entry.name))
  syncToDisk(folder)
}
