import { randomBytes } from 'node:crypto'
import { build } from '@kingcar/deploy/build'
import { startPostgres } from '@kingcar/localstack/postgres'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { fillReads, processBacklog } from '../recognition/backlog.ts'
import { postgresVersion } from '../recognition/create-database.ts'
import { nextStays, type PipelineVariant, startPipelineVariants } from '../recognition/pipeline-variants.ts'
import { type Backlog, type Steady, toReport } from '../recognition/report.ts'
import { type Latency, publishSteadily, storedPerSecond } from '../recognition/steady-rate.ts'
import { createWorkload, readsOfStay, type Stay, type Workload } from '../recognition/workload.ts'
import { machine, type Report, versionOf } from '../report.ts'
import { rotate, type Variant } from '../rotate.ts'

export type Size = {
  plates: number
  /** Past visits in the database. */
  history: number
  /** Reads of the first slices, the warm-up. */
  warmUp: { batches: number; oneByOne: number }
  rounds: number
  /** Approximate seconds of a backlog slice. */
  seconds: number
  /** Rates of steady reads, one after the other. */
  steady: { rates: readonly number[]; seconds: number; rounds: number }
}

export const full: Size = {
  plates: 12_000,
  history: 100_000,
  warmUp: { batches: 25_000, oneByOne: 2_500 },
  rounds: 7,
  seconds: 3,
  steady: { rates: [1_000, 4_000], seconds: 6, rounds: 5 },
}
/** Long enough to show that nothing is lost, too short for a claim. */
export const smoke: Size = {
  plates: 500,
  history: 500,
  warmUp: { batches: 500, oneByOne: 100 },
  rounds: 1,
  seconds: 0.2,
  steady: { rates: [100, 200], seconds: 1, rounds: 1 },
}

/**
 * From a filled READS to rows to a frame on the live socket: the product's bundles with logs and metrics, PostgreSQL
 * and nats-server that write to the disk before they reply, compared with one read per transaction and with no
 * database. Then the time from a recognizer's publish to the frame at a steady rate. A lost read, or a visit shown as
 * two, fails the run.
 */
export async function recognition(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  const workload = createWorkload(size.plates)
  await build(progress)
  const folder = stack.use(temporaryFolder())
  const postgres = stack.use(await startPostgres({ dataDir: folder.path, password: randomBytes(12).toString('hex') }))
  const ways = await startPipelineVariants({ ...size, workload, folder: folder.path, postgres, stack, progress })
  const [product, , limit] = ways
  const versions = {
    'nats-server': product.pipeline.setup.info?.version ?? 'unknown',
    PostgreSQL: await postgresVersion(postgres.url),
    nats: versionOf('nats'),
    postgres: versionOf('postgres'),
  }
  const onRound = (round: number) => progress(`round ${round}`)
  progress('backlogs')
  const backlogs = await rotate(
    ways.map((way) => backlogOf(way, workload, size)),
    { rounds: size.rounds, onRound },
  )
  const perSecond = await storedPerSecond(limit.pipeline, nextStays(limit, workload, size.warmUp.oneByOne), limit.stays)
  const steady: Steady[] = []
  for (const perSecond of size.steady.rates) {
    progress(`${perSecond} reads a second`)
    const measured = await rotate(
      [product, limit].map((way) => steadyOf(way, workload, perSecond, size)),
      { rounds: size.steady.rounds, onRound },
    )
    steady.push({ perSecond, measured })
  }
  return { ...toReport({ ...size, stored: perSecond }, backlogs, steady), machine: machine(versions) }
}

function backlogOf(way: PipelineVariant, workload: Workload, { seconds, plates }: Size): Variant<Backlog> {
  const { name, pipeline, processes, warmUp } = way
  const most = 2 * plates * readsOfStay // a car visits each of 20 stores once
  let rate = 0
  let stays: Stay[] = []
  const fill = async (reads: number) => {
    stays = nextStays(way, workload, reads)
    await fillReads(pipeline, stays)
  }
  const work = async () => {
    rate = await processBacklog(pipeline, stays, way.stays)
    return { units: stays.length * readsOfStay, perSecond: rate }
  }
  return {
    name,
    processes,
    async warm() {
      for (let times = 0; times < 2; times++) {
        await fill(warmUp)
        await work()
      }
    },
    prepare: () => fill(Math.min(rate * seconds, most)),
    slice: work,
  }
}

function steadyOf(
  way: PipelineVariant,
  workload: Workload,
  perSecond: number,
  { steady: { seconds } }: Size,
): Variant<Latency> {
  const { name, pipeline, processes } = way
  const publish = async (reads: number) => {
    const stays = nextStays(way, workload, reads)
    try {
      return await publishSteadily(pipeline, stays, { perSecond, visits: way.stays })
    } catch (cause) {
      throw new Error(`${name} at ${perSecond} reads a second failed`, { cause })
    }
  }
  return {
    name,
    processes,
    warm: async () => void (await publish((perSecond * seconds) / 2)),
    slice: () => publish(perSecond * seconds),
  }
}
