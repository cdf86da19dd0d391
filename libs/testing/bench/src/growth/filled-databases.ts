import { spawnSync } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { startPostgres } from '@kingcar/localstack/postgres'
import { createEmptyDatabase, onServer } from '../recognition/create-database.ts'
import { fillHistory } from '../recognition/fill-history.ts'
import { createWorkload, type Workload } from '../recognition/workload.ts'
import { count } from './curve.ts'

/** A recognition database with a number of visits, each with its reads. */
export type FilledDatabase = {
  visits: number
  workload: Workload
  name: string
  /** URLs for the service's role and for the superuser; only the port changes later. */
  urls: { service: string; superuser: string }
  /** Tables and indexes, bytes. */
  bytes: number
  /** Time of the last visit, Unix milliseconds. */
  endedAt: number
}

export type Filling = {
  /** Ascending. */
  sizes: readonly number[]
  /** Seconds between visits. */
  apart: number
  /** Minimum number of plates; otherwise a tenth of the visits. */
  leastPlates: number
  /** Maximum seconds to fill one database. */
  mostSeconds: number
}

export type SkippedSize = { n: number; because: string }

const places = { stores: 20, devicesOfStore: 2 }
/** Measured, with room for building indexes and a margin for other writers. */
const bytesOfVisit = 2_600 * 1.5

/**
 * The data does not have to survive a crash. With `wal_level` `minimal`, tables that are truncated and filled in one
 * transaction write no WAL.
 */
const forFilling = {
  fsync: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '8GB',
  shared_buffers: '1GB',
  autovacuum: 'off',
}

/**
 * Creates the databases one after the other, with a server that is tuned for bulk loading and stopped afterwards. A
 * size for which there is not enough disk, or which would take too long judging by the one before, is skipped with a
 * message.
 */
export async function fillDatabases(
  folder: string,
  password: string,
  { sizes, apart, leastPlates, mostSeconds }: Filling,
  progress: (line: string) => void,
): Promise<{ filled: FilledDatabase[]; unfilled: SkippedSize[] }> {
  const filled: FilledDatabase[] = []
  const unfilled: SkippedSize[] = []
  await using postgres = await startPostgres({ dataDir: folder, password, settings: forFilling })
  let rate = Number.POSITIVE_INFINITY // visits per second
  for (const visits of sizes) {
    const because = await reasonToSkip(folder, visits, visits / rate, mostSeconds)
    if (because) {
      progress(`${count(visits)} visits are skipped: ${because}`)
      unfilled.push({ n: visits, because })
      continue
    }
    const began = performance.now()
    const workload = createWorkload(Math.max(leastPlates, visits / 10), places)
    const name = `visits_${visits}`
    const urls = await createEmptyDatabase(postgres.url, name, 'recognition')
    const endedAt = Date.now() - 2 * 3_600_000
    await fillHistory(urls.superuser, workload, { visits, apart, overdue: Math.ceil(visits / 14) })
    const seconds = (performance.now() - began) / 1_000
    rate = visits / seconds
    const bytes = await bytesOf(urls.superuser)
    progress(`${count(visits)} visits in ${seconds.toFixed(0)} s, ${(bytes / 2 ** 20).toFixed(0)} MiB`)
    filled.push({ visits, workload, name, urls, bytes, endedAt })
  }
  await postgres.stop()
  spawnSync('sync', ['--file-system', folder]) // otherwise pending writes would slow the first measurements
  return { filled, unfilled }
}

/** Why a database of this size is skipped; undefined if it is not. */
async function reasonToSkip(
  folder: string,
  visits: number,
  seconds: number,
  most: number,
): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder)
  const [free, needed] = [bavail * bsize, visits * bytesOfVisit]
  if (needed > free) return `${gigabytes(needed)} GB of disk are needed and ${gigabytes(free)} are free`
  return seconds > most ? `it would take ${Math.round(seconds / 60)} minutes` : undefined
}

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(0)

/** Tables and indexes of recognition. */
export const bytesOf = (url: string): Promise<number> =>
  onServer(url, async (sql) => {
    const [row] = await sql<{ bytes: number }[]>`
      select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
      where relnamespace = 'recognition'::regnamespace and relkind = 'r'`
    return row?.bytes ?? 0
  })
