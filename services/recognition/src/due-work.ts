import type { Reader } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import { isOnline } from './device/list.ts'
import { nextList } from './gate/expected-plates.ts'
import { devices } from './tables.ts'
import { nextEnd } from './visit/emit-ended.ts'

/** When each job has work next, in milliseconds; null if it has none. */
type DueWork = Record<'device-states' | 'visit-ends' | 'expected-plates', number | null>

/**
 * Returns when the jobs have work next. A device is offline only after minutes of silence, so that is not predicted
 * here.
 */
export async function findDueWork(read: Pick<Reader, 'execute'>): Promise<DueWork> {
  const until = (time: SQL) => sql`(extract(epoch from ${time} - now()) * 1000)::float8`
  const [row] = await read.execute<DueWork>(sql`
    select
      (select 0 from ${devices} where removed_at is null and online is distinct from ${isOnline} limit 1) as "device-states",
      ${until(nextEnd)} as "visit-ends",
      ${until(nextList)} as "expected-plates"`)
  if (!row) throw new Error('a query without a row')
  return row
}
