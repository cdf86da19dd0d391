import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One file of a spool. */
export type Segment = {
  path: string
  bytes: number
  /** Number of unacknowledged reads. */
  waiting: number
}

const name = /^(\d{16})\.reads$/

/** Path of the file whose first read has this number; names sort by age. */
export const segmentPath = (folder: string, first: number) => join(folder, `${String(first).padStart(16, '0')}.reads`)

/** Reads the files of a folder, oldest first: the number of the first read, and the lines; the last line may be incomplete. */
export async function* readSegments(folder: string): AsyncGenerator<Segment & { first: number; lines: string[] }> {
  for (const file of (await readdir(folder)).sort()) {
    const first = name.exec(file)?.[1]
    if (first === undefined) continue
    const path = join(folder, file)
    const content = await readFile(path)
    const lines = content.toString().split('\n')
    if (lines.at(-1) === '') lines.pop()
    yield { path, first: Number(first), lines, bytes: content.length, waiting: 0 }
  }
}

/** Syncs a folder: a new file survives a power loss only after that. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}
