import { existsSync, readFileSync } from 'node:fs'
import { writeDurably } from '@kingcar/localstack/durable-file'
import postgres from 'postgres'
import type { Config } from '../configuration/config.ts'
import type { DataFolder } from '../data-folder/data-folder.ts'

/** A demo that is not stored yet: when its history ends, as an ISO text; null without a history. */
export type PendingDemo = { until: string | null }

const fileOf = (data: DataFolder) => data.file('demo-pending.json')
export const hasDemo = (data: DataFolder): boolean => existsSync(data.file('demo.json'))

/**
 * Notes before the migrations which demo an empty database gets, so that an interrupted first start continues with the
 * same demo. A database that has data gets no demo, whatever the setting says later, so that made-up data never mixes
 * with real data, even after the demo was removed.
 */
export async function planDemo(mode: Config['DEMO'], data: DataFolder, databaseUrl: string): Promise<void> {
  if (mode === 'none' || hasDemo(data) || existsSync(fileOf(data)) || !(await isEmpty(databaseUrl))) return
  const plan: PendingDemo = { until: mode === 'history' ? new Date().toISOString() : null }
  writeDurably(fileOf(data), JSON.stringify(plan))
}

/** The planned demo until it is stored. */
export const pendingDemo = (data: DataFolder): PendingDemo | undefined =>
  hasDemo(data) || !existsSync(fileOf(data)) ? undefined : JSON.parse(readFileSync(fileOf(data), 'utf8'))

async function isEmpty(databaseUrl: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const [row] = await sql<{ empty: boolean }[]>`select to_regclass('migration.applied') is null as empty`
    return row?.empty ?? false
  } finally {
    await sql.end({ timeout: 1 })
  }
}
