import { closeSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes a file atomically, readable by its owner only. After a crash or power loss it is the old file or the new one. */
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

/** Waits until a file, or the names in a folder, are on the disk (fsync). */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Like `syncToDisk`, for a folder and everything in it. */
export function syncFolderToDisk(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() || entry.isDirectory()) syncToDisk(join(entry.parentPath, entry.name))
  syncToDisk(folder)
}
