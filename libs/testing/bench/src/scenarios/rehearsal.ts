import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Rehearsal } from '@kingcar/contract'
import { build } from '@kingcar/deploy/build'
import { startPostgres } from '@kingcar/localstack/postgres'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { quantile } from '@kingcar/testing/statistics'
import { startBundle } from '../gateway-with-nats.ts'
import { createDatabase, postgresVersion } from '../recognition/create-database.ts'
import { type Pipeline, startPipeline } from '../recognition/pipeline.ts'
import { nextStays, type PipelineVariant } from '../recognition/pipeline-variants.ts'
import { type Latency, publishSteadily } from '../recognition/steady-rate.ts'
import { createWorkload, readsOfStay, type Workload } from '../recognition/workload.ts'
import { machine, type Report } from '../report.ts'
import { accessToken } from '../tokens.ts'

export type Size = {
  plates: number
  /** Past visits of five reads, over 30 days. */
  history: number
  /** Live reads, alone and during a rehearsal in turn. */
  steady: { perSecond: number; seconds: number; rounds: number }
}

export const full: Size = {
  plates: 12_000,
  history: 200_000,
  steady: { perSecond: 200, seconds: 15, rounds: 3 },
}
/** Long enough to show that nothing is lost, too short for a claim. */
export const smoke: Size = { plates: 500, history: 500, steady: { perSecond: 50, seconds: 1, rounds: 1 } }

const days = 30

/** What a rehearsal took. */
type Taken = { reads: number; seconds: number; mebibytes: number; changes: number }

/**
 * A rehearsal of 30 days with a higher minimum confidence and a longer window, over HTTP; the peak memory of its process; and the time
 * from a recognizer's publish to the frame at a steady rate, without and during rehearsals in turn.
 */
export async function rehearsal(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  await build(progress)
  const workload = createWorkload(size.plates)
  const folder = stack.use(temporaryFolder())
  const postgres = stack.use(await startPostgres({ dataDir: folder.path, password: randomBytes(12).toString('hex') }))
  const pipeline = await startPipeline(join(folder.path, 'nats'), stack, workload)
  progress(`filling the database with ${size.history} visits`)
  const apart = (days * 86_400) / size.history
  const { pid } = await startBundle('recognition', stack, {
    ...pipeline.environment,
    DATABASE_URL: await createDatabase(postgres.url, 'rehearsal', workload, size.history, apart),
    IDEMPOTENCY_SECRET: randomBytes(32).toString('hex'),
  })
  const processes = { recognition: pid, postgres: postgres.pid, nats: pipeline.natsPid, gateway: pipeline.gatewayPid }
  const way: PipelineVariant = { name: 'KingCar', pipeline, processes, warmUp: 0, stays: 0 }
  const live = () => liveReads(way, workload, size)
  await live()
  const [without, during]: [Latency[], Latency[]] = [[], []]
  const taken: Taken[] = []
  for (let round = 1; round <= size.steady.rounds; round++) {
    progress(`round ${round}`)
    without.push(await live())
    const [latency, one] = await Promise.all([live(), rehearse(pipeline, pid)])
    during.push(latency)
    taken.push(one)
  }
  return {
    scenario: 'rehearsal',
    how: `A rehearsal of ${size.history * readsOfStay} reads of ${days} days while ${size.steady.perSecond} reads a second arrive for ${size.steady.seconds} s, and as many reads alone, ${size.steady.rounds} rounds.`,
    machine: machine({ PostgreSQL: await postgresVersion(postgres.url) }),
    rows: taken.map(({ reads, seconds, mebibytes, changes }, at) => ({
      ...{ reads, seconds: seconds.toFixed(1), 'MiB at most': mebibytes.toFixed(0), changes },
      'p99 ms of live reads': during[at]?.p99.toFixed(1) ?? '',
      'p99 ms alone': without[at]?.p99.toFixed(1) ?? '',
    })),
    claims: [
      { claim: 'seconds of a rehearsal of 1,000,000 reads', measured: median(taken, secondsOfMillion), atMost: 60 },
      {
        claim: 'MiB of its process at most',
        measured: Math.max(...taken.map(({ mebibytes }) => mebibytes)),
        atMost: 200,
      },
      {
        claim: 'p99 of live reads during a rehearsal, to that without',
        measured: median(during, ({ p99 }) => p99) / median(without, ({ p99 }) => p99),
        atMost: 1.2,
      },
    ],
  }
}

const secondsOfMillion = ({ seconds, reads }: Taken) => (seconds * 1_000_000) / reads
const median = <T>(rows: readonly T[], of: (row: T) => number) => quantile(rows.map(of), 0.5)

function liveReads(way: PipelineVariant, workload: Workload, { steady: { perSecond, seconds } }: Size) {
  const stays = nextStays(way, workload, perSecond * seconds)
  return publishSteadily(way.pipeline, stays, { perSecond, visits: way.stays })
}

/** Milliseconds between two measurements of the memory of the process. */
const lookEvery = 50

async function rehearse({ edge }: Pipeline, servicePid: number): Promise<Taken> {
  const now = Date.now()
  const body = {
    from: new Date(now - days * 86_400_000).toISOString(),
    to: new Date(now).toISOString(),
    ...{ minConfidence: 0.98, revisitSeconds: 3_600 },
  }
  let latest = await call(edge.url, 'POST', '', body)
  let mebibytes = 0
  while (latest.state === 'running') {
    for (const pid of childrenOf(servicePid)) mebibytes = Math.max(mebibytes, peakOf(pid) / 1_024)
    await wait(lookEvery)
    latest = await call(edge.url, 'GET', `/${latest.id}`)
  }
  const { result, finishedAt, startedAt, progress, failure } = latest
  if (!result || !finishedAt) throw new Error(`the rehearsal has no result: ${failure}`)
  return {
    reads: progress.reads,
    seconds: (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000,
    mebibytes,
    changes: result.disappearing.count + result.joining.count,
  }
}

const token = accessToken()

async function call(base: string, method: string, path: string, body?: object): Promise<Rehearsal> {
  const reply = await fetch(`${base}/admin/api/recognition/rehearsals${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { result } = (await reply.json()) as { result?: Rehearsal }
  if (!result) throw new Error(`${method} of a rehearsal returned ${reply.status}`)
  return result
}

/** The processes that the main thread of a process has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').filter(Boolean).map(Number)

/** KiB that a process had resident at most; 0 if it has ended. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
  } catch {
    return 0 // it has ended since it was listed
  }
}
