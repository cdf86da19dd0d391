import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One file of a spool. */
export type Segment = {
  path: string
  bytes: number
  /** How many of its reads are not acknowledged. */
  waiting: number
}

const name = /^(\d{16})\.reads$/

/** The file whose first read has this number; so the names sort by age. */
export const segmentPath = (folder: string, first: number) => join(folder, `${String(first).padStart(16, '0')}.reads`)

/** The files of a folder, the oldest first: the number of the first read, and the lines that have an end. */
export async function* readSegments(folder: string): AsyncGenerator<Segment & { first: number; lines: string[] }> {
  for (const file of (await readdir(folder)).sort()) {
    const first = name.exec(file)?.[1]
    if (first === undefined) continue
    const path = join(folder, file)
    const content = await readFile(path)
    const lines = content.toString().split('\n').slice(0, -1) // behind the last end stands nothing that was kept
    yield { path, first: Number(first), lines, bytes: content.length, waiting: 0 }
  }
}

/** A new file outlives a power cut once its folder is on the disk, too. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

/** Whether a line is what was written: a disk that failed leaves other things. */
export function isWhole(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
