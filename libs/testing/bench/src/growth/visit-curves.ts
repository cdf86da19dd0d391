import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '@kingcar/localstack/postgres'
import { median } from '@kingcar/testing/statistics'
import { startBundle } from '../gateway-with-nats.ts'
import { fillReads, processBacklog } from '../recognition/backlog.ts'
import { onServer } from '../recognition/create-database.ts'
import { startPipeline } from '../recognition/pipeline.ts'
import { nextStays, type PipelineVariant } from '../recognition/pipeline-variants.ts'
import { readsOfStay } from '../recognition/workload.ts'
import type { Claim } from '../report.ts'
import { accessToken } from '../tokens.ts'
import { cpuDuring } from './cpu-during.ts'
import type { Curve } from './curve.ts'
import { type FilledDatabase, type Filling, fillDatabases, type SkippedSize } from './filled-databases.ts'
import { type CleanupTimes, timeCleanup, timeIdleCleanup } from './reads-cleanup.ts'
import { openCaller } from './timed-caller.ts'
import {
  discardResults,
  type QueriesSize,
  type QueryResults,
  queriesOf,
  queryCurves,
  runQueries,
} from './visit-queries.ts'

export type VisitsSize = Filling & {
  /** Reads of a slice, and of each variant's first slices, which are a warm-up. */
  reads: number
  warmUps: number
  rounds: number
  queries: QueriesSize
  /** The smallest number of visits that is fitted. */
  from: number
}

/** Results of one round on one database. */
type Recording = { cpuOfRead: number; msOfBatch: number; walOfRead: number }

type VisitVariant = FilledDatabase & {
  way: PipelineVariant
  caller: ReturnType<typeof openCaller>
  recordings: Recording[]
  /** Rounds in which the triggers that count figures were off. */
  uncounted: Recording[]
  asked: QueryResults
}

/** Maximum reads of a batch. */
const batch = 256
/** A rate limit that is never reached, although calls are counted like any client's. */
const gatewaySettings = { RATE_LIMIT: '1000000' }

/**
 * Curves over the number of visits kept: one database of each size behind a whole pipeline, all running, measured in
 * rotation.
 */
export async function visitsCurves(
  size: VisitsSize,
  folder: string,
  progress: (line: string) => void,
): Promise<{ curves: Curve[]; claims: Claim[] }> {
  await using stack = new AsyncDisposableStack()
  const password = randomBytes(12).toString('hex')
  const { filled, unfilled } = await fillDatabases(folder, password, size, progress)
  const postgres = stack.use(await startPostgres({ dataDir: folder, password }))
  const onThisServer = filled.map((each) => ({ ...each, urls: movedTo(postgres, each.urls) }))
  const cleanings: CleanupTimes[] = []
  for (const each of onThisServer) cleanings.push(await timeCleanup(each, progress))
  for (let round = 1; round <= size.rounds; round++)
    for (const [at, each] of onThisServer.entries()) cleanings[at]?.idle.push(await timeIdleCleanup(each))
  const stages: VisitVariant[] = []
  for (const each of onThisServer) stages.push(await startStage(each, size, join(folder, each.name), postgres, stack))
  progress('warming')
  for (const stage of stages) await warm(stage, size, postgres)
  for (let round = 1; round <= size.rounds; round++) {
    progress(`visits, round ${round} of ${size.rounds}`)
    for (const stage of stages) {
      stage.recordings.push(await record(stage, size.reads, postgres))
      stage.uncounted.push(await recordUncounted(stage, size.reads, postgres))
      await runQueries(stage.asked, stage.caller, size.queries.seconds)
    }
  }
  return { curves: toCurves(size, { stages, cleanings, unfilled }), claims: [costOfFigures(stages)] }
}

async function warm(stage: VisitVariant, { warmUps, reads, queries }: VisitsSize, postgres: Postgres): Promise<void> {
  for (let times = 0; times < warmUps; times++) {
    await record(stage, reads, postgres)
    await runQueries(stage.asked, stage.caller, queries.seconds)
  }
  discardResults(stage.asked)
}

/** The server has another port after its restart. */
function movedTo(postgres: Postgres, urls: FilledDatabase['urls']): FilledDatabase['urls'] {
  const moved = (address: string) => Object.assign(new URL(address), { port: String(postgres.port) }).href
  return { service: moved(urls.service), superuser: moved(urls.superuser) }
}

async function startStage(
  filled: FilledDatabase,
  { queries, apart }: VisitsSize,
  folder: string,
  postgres: Postgres,
  stack: AsyncDisposableStack,
): Promise<VisitVariant> {
  const pipeline = await startPipeline(folder, stack, filled.workload, gatewaySettings)
  const recognition = await startBundle('recognition', stack, {
    ...pipeline.environment,
    DATABASE_URL: filled.urls.service,
    IDEMPOTENCY_SECRET: randomBytes(32).toString('hex'),
  })
  const processes = {
    recognition: recognition.pid,
    postgres: postgres.pid,
    nats: pipeline.natsPid,
    gateway: pipeline.gatewayPid,
  }
  return {
    ...filled,
    way: { name: filled.name, pipeline, processes, warmUp: 0, stays: 0 },
    caller: stack.use(openCaller(pipeline.edge.url, accessToken())),
    recordings: [],
    uncounted: [],
    asked: await queriesOf(filled, queries, apart),
  }
}

/** Works off a backlog of reads as the scenario `recognition` does. A lost read is an error. */
async function record({ way, workload }: VisitVariant, reads: number, postgres: Postgres): Promise<Recording> {
  const stays = nextStays(way, workload, reads)
  await fillReads(way.pipeline, stays)
  const units = stays.length * readsOfStay
  const logged = await walOf(postgres)
  const { result: rate, cpu } = await cpuDuring(way.processes, () => processBacklog(way.pipeline, stays, way.stays))
  const { recognition = 0, postgres: server = 0 } = cpu
  return {
    cpuOfRead: ((recognition + server) * 1_000) / units,
    msOfBatch: (batch * 1_000) / rate,
    walOfRead: ((await walOf(postgres)) - logged) / units,
  }
}

/**
 * The same reads without the figures of visits. The visits that it adds are missing in the figures, but these are not
 * compared here.
 */
async function recordUncounted(stage: VisitVariant, reads: number, postgres: Postgres): Promise<Recording> {
  const triggers = (change: 'disable' | 'enable') =>
    onServer(stage.urls.superuser, (sql) => sql`alter table recognition.visits ${sql.unsafe(change)} trigger user`)
  await triggers('disable')
  try {
    return await record(stage, reads, postgres)
  } finally {
    await triggers('enable')
  }
}

const walOf = (postgres: Postgres): Promise<number> =>
  onServer(postgres.url, async (sql) => {
    const [row] = await sql<{ bytes: number }[]>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`
    return row?.bytes ?? 0
  })

/** What the figures of visits add to a read: the median over all databases and rounds. */
function costOfFigures(stages: readonly VisitVariant[]): Claim {
  const ratios = stages.flatMap(({ recordings, uncounted }) =>
    recordings.map(({ cpuOfRead }, round) => cpuOfRead / (uncounted[round]?.cpuOfRead ?? Number.NaN)),
  )
  return { claim: 'a read with the figures of visits, CPU to one without', measured: median(ratios), atMost: 1.05 }
}

type Measured = {
  stages: readonly VisitVariant[]
  cleanings: readonly CleanupTimes[]
  unfilled: readonly SkippedSize[]
}

function toCurves({ from, queries }: VisitsSize, measured: Measured): Curve[] {
  const { stages, cleanings, unfilled } = measured
  const recorded = (of: (recording: Recording) => number) =>
    stages.map(({ visits, recordings }) => ({ n: visits, costs: recordings.map(of) }))
  const cleaned = (of: (cleaning: CleanupTimes) => readonly number[]) =>
    cleanings.map((cleaning) => ({ n: cleaning.visits, costs: of(cleaning) }))
  const curves: Omit<Curve, 'over' | 'from'>[] = [
    {
      cost: 'recording a read',
      unit: 'CPU µs of recognition and PostgreSQL',
      points: recorded(({ cpuOfRead }) => cpuOfRead),
      atMost: 0.1,
      why: 'every look-up is by index, and the number of indexes is constant',
    },
    {
      cost: 'the same without the figures of visits',
      unit: 'CPU µs of recognition and PostgreSQL',
      points: stages.map(({ visits, uncounted }) => ({
        n: visits,
        costs: uncounted.map(({ cpuOfRead }) => cpuOfRead),
      })),
      why: 'its triggers are off',
    },
    {
      cost: 'recording a batch of 256 reads',
      unit: 'ms',
      points: recorded(({ msOfBatch }) => msOfBatch),
      why: 'as above, elapsed time',
    },
    {
      cost: 'log that a read writes',
      unit: 'bytes of WAL',
      points: recorded(({ walOfRead }) => walOfRead),
      why: 'not flat: the first change of a page after a checkpoint logs the whole page, and with many pages nearly each change is the first',
    },
    {
      cost: 'a visit on the disk',
      unit: 'bytes of tables and indexes',
      points: stages.map(({ visits, bytes }) => ({ n: visits, costs: [bytes / visits] })),
      atMost: 0.05,
      why: 'a constant number of rows and index entries per visit',
    },
    {
      cost: 'cleaning of a minute, nothing due',
      unit: 'ms',
      points: cleaned(({ idle }) => idle),
      atMost: 0.1,
      why: 'only looks at the names of months',
    },
    {
      cost: 'cleaning once a month, a fourteenth of the reads due',
      unit: 'ms',
      points: cleaned(({ due }) => [due]),
      atMost: 1.1,
      why: 'not flat: a month is dropped as a table, but its ids are searched among all that are kept',
    },
    {
      cost: 'its longest statement',
      unit: 'ms',
      points: cleaned(({ longest }) => [longest]),
      why: 'ids are deleted a fixed number of pages at a time',
    },
  ]
  const missing = unfilled.map(({ n, because }) => ({ n, because }))
  return [
    ...curves.map((curve): Curve => ({ ...curve, over: 'visits kept', from, missing })),
    ...queryCurves(stages, queries),
  ]
}
