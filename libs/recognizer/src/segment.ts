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

/** The files of a folder, the oldest first: the number of the first read, and the lines, the last perhaps without its end. */
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

/** A new file outlives a power cut once its folder is on the disk, too. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}
