import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '@kingcar/localstack/postgres'
import { quantile } from '@kingcar/testing/statistics'
import { startBundle } from '../gateway-with-nats.ts'
import { fillLists } from '../lists/fill-lists.ts'
import { createDatabase, createEmptyDatabase, onServer } from '../recognition/create-database.ts'
import { startPipeline } from '../recognition/pipeline.ts'
import { nextStays, type PipelineVariant } from '../recognition/pipeline-variants.ts'
import { type Latency, publishSteadily } from '../recognition/steady-rate.ts'
import { createWorkload, type Workload } from '../recognition/workload.ts'
import { accessToken } from '../tokens.ts'
import { cpuDuring } from './cpu-during.ts'
import type { Curve } from './curve.ts'
import { openCaller } from './timed-caller.ts'

export type StoresSize = {
  /** Ascending. */
  sizes: readonly number[]
  plates: number
  /** Past visits in each database. */
  history: number
  /** Rounds that are discarded. */
  warmUps: number
  rounds: number
  /** Seconds of a slice of reads, and of a slice of calls. */
  seconds: number
  callSeconds: number
  /** Reads per second of all stores together; and of each store. */
  perSecond: number
  perSecondOfStore: number
  from: number
}

type Reads = { cpuOfRead: number; p99: number }
type Round = { together: Reads; each: Reads; list: number; nearest: number }
type StoreVariant = {
  stores: number
  way: PipelineVariant
  workload: Workload
  caller: ReturnType<typeof openCaller>
  rounds: Round[]
}

/** The maximum rate of a device, reads per second. */
const mostOfDevice = 18
/** A rate limit that is never reached, and no cache. */
const gatewaySettings = { RATE_LIMIT: '1000000', CACHE_MILLISECONDS: '0' }

/** Curves over stores: one whole pipeline per size, all running, measured in rotation. */
export async function storesCurves(
  size: StoresSize,
  folder: string,
  progress: (line: string) => void,
): Promise<Curve[]> {
  await using stack = new AsyncDisposableStack()
  const postgres = stack.use(await startPostgres({ dataDir: folder, password: randomBytes(12).toString('hex') }))
  const stages: StoreVariant[] = []
  for (const stores of size.sizes) {
    progress(`starting ${stores} stores`)
    stages.push(await startStage(stores, size, { folder, postgres, stack }))
  }
  progress('warming')
  for (const stage of stages) for (let times = 0; times < size.warmUps; times++) await measure(stage, size)
  for (let round = 1; round <= size.rounds; round++) {
    progress(`stores, round ${round} of ${size.rounds}`)
    for (const stage of stages) stage.rounds.push(await measure(stage, size))
  }
  return toCurves(size, stages)
}

type StageContext = { folder: string; postgres: Postgres; stack: AsyncDisposableStack }

async function startStage(
  stores: number,
  size: StoresSize,
  { folder, postgres, stack }: StageContext,
): Promise<StoreVariant> {
  const devicesOfStore = Math.ceil(Math.max(size.perSecond / stores, size.perSecondOfStore) / mostOfDevice)
  const workload = createWorkload(size.plates, { stores, devicesOfStore })
  const name = `stores_${stores}`
  const pipeline = await startPipeline(join(folder, name), stack, workload, gatewaySettings)
  const common = { IDEMPOTENCY_SECRET: randomBytes(32).toString('hex') }
  const recognition = await startBundle('recognition', stack, {
    ...pipeline.environment,
    ...common,
    DATABASE_URL: await createDatabase(postgres.url, name, workload, size.history),
  })
  const catalog = await createEmptyDatabase(postgres.url, `catalog_${stores}`, 'catalog')
  await onServer(catalog.superuser, (sql) => fillLists(sql, { notices: 0, stores }))
  await startBundle('catalog', stack, {
    ...pipeline.edge.environment('catalog'),
    ...common,
    DATABASE_URL: catalog.service,
  })
  const processes = {
    recognition: recognition.pid,
    postgres: postgres.pid,
    nats: pipeline.natsPid,
    gateway: pipeline.gatewayPid,
  }
  return {
    stores,
    workload,
    way: { name, pipeline, processes, warmUp: 0, stays: 0 },
    caller: stack.use(openCaller(pipeline.edge.url, accessToken())),
    rounds: [],
  }
}

async function measure(stage: StoreVariant, size: StoresSize): Promise<Round> {
  return {
    together: await publish(stage, size.perSecond, size.seconds),
    each: await publish(stage, size.perSecondOfStore * stage.stores, size.seconds),
    list: await ask(stage, size.callSeconds, () => '/api/stores'),
    nearest: await ask(stage, size.callSeconds, anywhere),
  }
}

/** Reads at a steady rate: CPU of all processes, and the time from publish to frame. */
async function publish({ way, workload }: StoreVariant, perSecond: number, seconds: number): Promise<Reads> {
  const stays = nextStays(way, workload, perSecond * seconds)
  const publishing = () => publishSteadily(way.pipeline, stays, { perSecond, visits: way.stays })
  const { result, cpu } = await cpuDuring<Latency>(way.processes, publishing)
  const spent = Object.values(cpu).reduce((sum, ms) => sum + ms, 0)
  return { cpuOfRead: (spent * 1_000) / result.units, p99: result.p99 }
}

const degrees = (from: number) => (from + 5 * Math.random()).toFixed(6)
const anywhere = () => `/api/stores?near=${degrees(33)},${degrees(125)}`

/** Repeats calls for the given time; the median of their times, ms. */
async function ask({ caller, stores }: StoreVariant, seconds: number, path: () => string): Promise<number> {
  const times: number[] = []
  for (const began = performance.now(); performance.now() - began < seconds * 1_000 || times.length < 3; ) {
    const answer = await caller.get(path())
    if ('refused' in answer) throw new Error(`${stores} stores: a list failed with ${answer.refused}`)
    times.push(answer.ms)
  }
  return quantile(times, 0.5)
}

function toCurves({ from, perSecond, perSecondOfStore }: StoresSize, stages: readonly StoreVariant[]): Curve[] {
  const of = (cost: (round: Round) => number) =>
    stages.map(({ stores, rounds }) => ({ n: stores, costs: rounds.map(cost) }))
  const [cpu, late] = ['CPU µs of all processes', 'p99 ms from publish to frame']
  const [together, each] = [`${perSecond} reads/s of all together`, `${perSecondOfStore} reads/s of each`]
  const curves: Omit<Curve, 'over' | 'from'>[] = [
    {
      cost: `a read, ${together}`,
      unit: cpu,
      points: of((round) => round.together.cpuOfRead),
      atMost: 0.1,
      why: 'a batch mixes the plates of all stores',
    },
    {
      cost: `a read, ${together}`,
      unit: late,
      points: of((round) => round.together.p99),
      atMost: 0.2,
      why: 'as above',
    },
    {
      cost: `a read, ${each}`,
      unit: cpu,
      points: of((round) => round.each.cpuOfRead),
      atMost: 0.1,
      why: 'falls as more reads share a batch',
    },
    {
      cost: `a read, ${each}`,
      unit: late,
      points: of((round) => round.each.p99),
      why: 'waits for the batch before, which takes longer with more reads',
    },
    {
      cost: 'public list of stores',
      unit: 'p50 ms over HTTP',
      points: of((round) => round.list),
      atMost: 0.15,
      why: 'one page by an index; the total is kept',
    },
    {
      cost: 'nearest stores',
      unit: 'p50 ms over HTTP',
      points: of((round) => round.nearest),
      atMost: 0.15,
      why: 'a spatial index',
    },
  ]
  return curves.map((curve) => ({ ...curve, over: 'stores', from }))
}
