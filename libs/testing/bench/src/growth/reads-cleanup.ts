import { type Database, openDatabase } from '@kingcar/db'
import { createLogger } from '@kingcar/runtime'
import { median } from '@kingcar/testing/statistics'
import { dropExpiredMonths } from '../../../../../services/recognition/src/read/month-partitions.ts'
import type { FilledDatabase } from './filled-databases.ts'

/**
 * Milliseconds of recognition's cleanup, which runs every minute: `due` when a month expires, with its longest
 * statement; `idle` for each round in which none does.
 */
export type CleanupTimes = { visits: number; due: number; longest: number; idle: number[] }

/** Measurements per round. */
const times = 11

/** Runs the service's cleanup on a database in which a month of reads has expired. */
export async function timeCleanup(filled: FilledDatabase, progress: (line: string) => void): Promise<CleanupTimes> {
  await using db = await open(filled)
  const statements: number[] = []
  const transaction: typeof db.transaction = async (work, options) => {
    const began = performance.now()
    const result = await db.transaction(work, options)
    statements.push(performance.now() - began)
    return result
  }
  const due = await timed(() => dropExpiredMonths({ transaction }))
  progress(`${filled.name}: an expired month was removed in ${due.toFixed(0)} ms`)
  return { visits: filled.visits, due, longest: Math.max(...statements), idle: [] }
}

/** The same without expired data: the median of several runs. */
export async function timeIdleCleanup(filled: FilledDatabase): Promise<number> {
  await using db = await open(filled)
  await dropExpiredMonths(db)
  const all: number[] = []
  for (let time = 0; time < times; time++) all.push(await timed(() => dropExpiredMonths(db)))
  return median(all)
}

const open = ({ urls }: FilledDatabase): Promise<Database> =>
  openDatabase({ url: urls.service, schema: 'recognition', name: 'bench', log: createLogger('bench', 'warn') })

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
