import { setTimeout as wait } from 'node:timers/promises'
import {
  normalisePlate,
  type Range,
  type RehearsalExample,
  type RehearsalResult,
  type RehearsedSettings,
  type RehearsedVisit,
  seoulOffsetMs,
} from '@kingcar/contract'
import { type Database, retryUntilAvailable, type Tx } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import { jsonColumn } from '../json-columns.ts'
import { ms } from '../read/queries.ts'
import { devices } from '../tables.ts'
import { type Change, changeKinds, isDoubtfulVisit } from './compare.ts'
import type { PastDevice, PastRead } from './past-read.ts'
import type { PastVisit, VisitSettings } from './past-visits.ts'
import type { Progress } from './queries.ts'
import { createComparison, type Differences } from './rehearse.ts'

/** A rehearsal to compute; times are Unix milliseconds. */
export type RehearsalJob = Range & {
  id: string
  storeId: string | null
  settings: RehearsedSettings
  current: RehearsedSettings
}

/** A store has more reads on a day than fit into the memory of a rehearsal. */
export class TooManyReads extends Error {
  constructor() {
    super('a store has too many reads on a day')
  }
}

const dayMs = 24 * 3_600_000
/** The longest possible revisit time: reads up to this long before and after the period can affect visits in it. */
const longestWindowMs = dayMs
/**
 * Largest number of reads of a store on a day, which are in memory together: 200,000 of them need the whole heap
 * (`rehearsals.ts`), and end the process on a busy machine.
 */
const maxReadsOfDay = 100_000
/** Reads per fetch of the cursor, which takes the database 2 ms. */
const fetchSize = 1_000
const fetchReads = sql`fetch 1000 from reads_of_day`
/** Milliseconds that one statement may take. */
const statementLimitMs = 20_000
/** Milliseconds that the transaction of a day may take; the parent process ends a rehearsal sooner. */
const dayLimitMs = 300_000
/** Largest number of visits on one side of an example. */
const maxVisitsOfExample = 10

/**
 * Computes the visits of a period with the current and other settings, day by day, and compares them. After each fetch
 * it pauses for as long as the database worked, so that half of a processor stays free for arriving reads. It waits
 * while the database is unavailable; the service limits the total time.
 * @throws TooManyReads
 */
export async function computeRehearsal(
  deps: Deps,
  job: RehearsalJob,
  onProgress: (progress: Progress) => void,
): Promise<RehearsalResult> {
  const settings = { current: settingsOf(job.current), rehearsed: settingsOf(job.settings) }
  const known = await readOnly(deps, loadDevices)
  const comparison = createComparison(settings, job, (deviceId) => known.get(deviceId))
  const days = daysOf(job)
  const readsTotal = await readOnly(deps, (tx) => countReads(tx, job, days))
  let reads = 0
  onProgress({ reads, readsTotal })
  for (const day of days) {
    const added = new Set<string>() // a repetition after a lost connection skips stores that are already added
    await readOnly(deps, async (tx) => {
      for await (const ofStore of readsByStore(tx, job, day, () => onProgress({ reads, readsTotal }))) {
        const { storeId } = ofStore[0] as PastRead
        if (added.has(storeId)) continue
        added.add(storeId)
        reads += ofStore.length
        comparison.add(storeId, ofStore, day.until)
      }
    })
    onProgress({ reads, readsTotal })
  }
  const differences = comparison.end()
  return readOnly(deps, (tx) => describe(tx, differences))
}

const settingsOf = ({ minConfidence, revisitSeconds, lookalikeSeconds }: RehearsedSettings): VisitSettings => ({
  minimumConfidence: minConfidence,
  revisitMs: revisitSeconds * 1000,
  lookalikeMs: lookalikeSeconds * 1000,
})

type Deps = { db: Pick<Database, 'transaction'>; log: Logger; stopping: AbortSignal }

const readOnly = <T>(deps: Deps, work: (tx: Tx) => Promise<T>): Promise<T> =>
  retryUntilAvailable(deps, () =>
    deps.db.transaction(
      async (tx) => {
        await tx.execute(sql`set transaction read only`)
        await tx.execute(sql`select set_config('statement_timeout', ${String(statementLimitMs)}, true)`)
        return work(tx)
      },
      { deadlineMs: dayLimitMs },
    ),
  )

/**
 * The days of Asia/Seoul that contain the period and the longest revisit time before and after it. A track is always
 * within one day.
 */
function daysOf({ since, until }: Range): Range[] {
  const first = Math.floor((since - longestWindowMs + seoulOffsetMs) / dayMs)
  const end = Math.ceil((Math.min(until + longestWindowMs, Date.now() + dayMs) + seoulOffsetMs) / dayMs)
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => {
    const begin = (first + at) * dayMs - seoulOffsetMs
    return { since: begin, until: begin + dayMs }
  })
}

async function loadDevices(tx: Tx): Promise<Map<string, PastDevice>> {
  const { id, minimumConfidence, role } = devices
  const rows = await tx.select({ id, minimumConfidence, role }).from(devices)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Condition: reads with a valid plate. A read without one belongs to no visit, whatever the settings are. */
const within = ({ storeId }: RehearsalJob, { since, until }: Range) => sql`
  r.recognized_at >= to_timestamp(${since / 1000}::double precision)
  and r.recognized_at < to_timestamp(${until / 1000}::double precision)
  and r.rejected is distinct from 'plate' ${storeId === null ? sql`` : sql`and r.store_id = ${storeId}::uuid`}`

async function countReads(tx: Tx, job: RehearsalJob, days: readonly Range[]): Promise<number> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return 0
  const period = within(job, { since: first.since, until: last.until })
  const [row] = await tx.execute<{ reads: number }>(sql`select count(*)::integer as reads from reads r where ${period}`)
  return row?.reads ?? 0
}

type Row = Omit<PastRead, 'readAs'> & { raw: string }

/** The reads of a day, one store after the other, each in order of time. */
async function* readsByStore(
  tx: Tx,
  job: RehearsalJob,
  day: Range,
  onFetch: () => void,
): AsyncGenerator<PastRead[], void, void> {
  await tx.execute(sql`
    declare reads_of_day no scroll cursor for
    select r.store_id as "storeId", r.device_id as "deviceId", r.read_id as "readId", r.car_number as "carNumber", r.raw,
      r.confidence, ${ms('recognized_at', 'r')} as "recognizedAt", ${ms('received_at', 'r')} as "receivedAt", r.direction,
      coalesce(r.candidate_plates, '{}') as candidates, r.image_id as "imageId", r.track_id as "trackId", r.rejected, r.corrected,
      r.revisit_seconds * 1000::double precision as "ownWindowMs"
    from reads r where ${within(job, day)}
    order by r.store_id, r.recognized_at`)
  let storeId = ''
  let ofStore: PastRead[] = []
  for (;;) {
    const began = performance.now()
    const rows = await tx.execute<Row>(fetchReads)
    const pause = performance.now() - began
    for (const row of rows) {
      if (row.storeId !== storeId && ofStore.length > 0) {
        yield ofStore
        ofStore = []
      }
      storeId = row.storeId
      ofStore.push(Object.assign(row, { readAs: row.trackId === null ? row.carNumber : normalisePlate(row.raw) }))
    }
    if (ofStore.length > maxReadsOfDay) throw new TooManyReads()
    onFetch()
    if (rows.length < fetchSize) break
    await wait(pause)
  }
  if (ofStore.length > 0) yield ofStore
  await tx.execute(sql`close reads_of_day`)
}

/** Adds the names of stores and the ids of stored visits to the examples. */
async function describe(tx: Tx, { visits, ...kinds }: Differences): Promise<RehearsalResult> {
  const examples = changeKinds.flatMap((kind) => kinds[kind].examples)
  const shown = examples.flatMap(visitsOf)
  const rows = await tx.execute<{ n: number; visitId: string | null; storeName: string }>(sql`
    select c.n::integer, (
      select v.id from visits v
      where v.store_id = c.store_id::uuid and v.car_number = c.car_number and v.merged_into is null
        and v.first_read_at <= to_timestamp(c.last_read_at::double precision / 1000)
        and v.last_read_at >= to_timestamp(c.first_read_at::double precision / 1000)
      order by v.first_read_at limit 1
    ) as "visitId", coalesce((select s.name from stores s where s.id = c.store_id::uuid), '') as "storeName"
    from rows from (
      ${jsonColumn(shown, ({ storeId }) => storeId)}, ${jsonColumn(shown, ({ carNumber }) => carNumber)},
      ${jsonColumn(shown, ({ firstReadAt }) => firstReadAt)}, ${jsonColumn(shown, ({ lastReadAt }) => lastReadAt)}
    ) with ordinality as c (store_id, car_number, first_read_at, last_read_at, n)`)
  const found = new Map(rows.map(({ n, ...row }) => [shown[n - 1], row]))
  const toVisit = (visit: PastVisit): RehearsedVisit => ({
    visitId: found.get(visit)?.visitId ?? null,
    recognizedAt: new Date(visit.firstReadAt).toISOString(),
    latestReadAt: new Date(visit.lastReadAt).toISOString(),
    reads: visit.reads,
    confidence: visit.confidence,
    doubtful: isDoubtfulVisit(visit),
    imageId: visit.image?.id ?? null,
  })
  const toExample = (change: Change): RehearsalExample => {
    const [{ storeId, carNumber }] = visitsOf(change) as [PastVisit]
    const [current, rehearsed] = sidesOf(change).map((side) => side.map(toVisit)) as [
      RehearsedVisit[],
      RehearsedVisit[],
    ]
    return { storeId, carNumber, storeName: storeNameOf(change), current, rehearsed }
  }
  const storeNameOf = (change: Change) => found.get(visitsOf(change)[0])?.storeName ?? ''
  const changes = changeKinds.map((kind) => {
    const { count, examples: ofKind } = kinds[kind]
    return [kind, { count, examples: ofKind.map(toExample) }] as const
  })
  return { visits, ...(Object.fromEntries(changes) as Omit<RehearsalResult, 'visits'>) }
}

const sidesOf = ({ current, rehearsed }: Change) =>
  [current, rehearsed].map((side) => side.slice(0, maxVisitsOfExample))
const visitsOf = (change: Change): PastVisit[] => sidesOf(change).flat()
