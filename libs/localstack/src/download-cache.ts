import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { commandOf } from './process-table.ts'

/** The folder of downloaded programs, shared by all clones of the project. */
export function cacheFolder(): string {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kingcar')
  mkdirSync(folder, { recursive: true })
  return folder
}

let parts = 0

/** Runs work in a new temporary folder of the cache, and removes the folders of processes that were killed. */
export async function inPartFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const cache = cacheFolder()
  for (const name of readdirSync(cache)) {
    const owner = Number(/^part-(\d+)-\d+$/.exec(name)?.[1])
    if (owner && commandOf(owner) === '') rmSync(join(cache, name), { recursive: true, force: true })
  }
  const folder = join(cache, `part-${process.pid}-${parts++}`)
  mkdirSync(folder)
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
