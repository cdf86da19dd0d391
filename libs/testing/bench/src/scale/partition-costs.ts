import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readsDurables } from '@kingcar/bus/reads'
import { startPostgres } from '@kingcar/localstack/postgres'
import { median } from '@kingcar/testing/statistics'
import { startBundle } from '../gateway-with-nats.ts'
import { fillReads, processBacklog } from '../recognition/backlog.ts'
import { createDatabase } from '../recognition/create-database.ts'
import { startPipeline } from '../recognition/pipeline.ts'
import { nextStays, type PipelineVariant } from '../recognition/pipeline-variants.ts'
import type { Backlog } from '../recognition/report.ts'
import { createWorkload, readsOfStay, type Workload } from '../recognition/workload.ts'
import { rotate, type Variant } from '../rotate.ts'

export type SplitSize = {
  plates: number
  history: number
  reads: number
  rounds: number
  /** True to measure all variants, false to measure only the first and the last. */
  all: boolean
}
/** CPU microseconds per read, by role. */
export type SplitCost = { name: string; perSecond: number; cpu: Record<string, number> }

/** How recognition processes divide a backlog: the share of READS that each takes. */
const ways: { name: string; partitions: number; shares: string[] }[] = [
  { name: 'one process, READS whole', partitions: 1, shares: [''] },
  { name: 'one process, all of four partitions', partitions: 4, shares: [''] },
  { name: 'two processes, READS whole', partitions: 1, shares: ['', ''] },
  { name: 'two processes, each two of four partitions', partitions: 4, shares: ['0-1/4', '2-3/4'] },
]

/** Works off a backlog with each division. A lost read, or one shown twice, is an error. */
export async function splitCosts(size: SplitSize, folder: string, stack: AsyncDisposableStack): Promise<SplitCost[]> {
  const workload = createWorkload(size.plates)
  const postgres = stack.use(await startPostgres({ dataDir: folder, password: randomBytes(12).toString('hex') }))
  const variants: Variant<Backlog>[] = []
  const taken = size.all ? ways : [ways.at(0), ways.at(-1)].flatMap((way) => way ?? [])
  for (const [at, { name, partitions, shares }] of taken.entries()) {
    const pipeline = await startPipeline(join(folder, `split-${at}`), stack, workload, {}, partitions)
    const database = await createDatabase(postgres.url, `split_${at}`, workload, size.history)
    const running = await Promise.all(
      shares.map((share) =>
        startBundle('recognition', stack, {
          ...pipeline.environment,
          DATABASE_URL: database,
          READS_SHARE: share,
          IDEMPOTENCY_SECRET: randomBytes(32).toString('hex'),
        }),
      ),
    )
    const processes = {
      ...Object.fromEntries(running.map(({ pid }, number) => [`recognition ${number + 1}`, pid])),
      postgres: postgres.pid,
      nats: pipeline.natsPid,
      gateway: pipeline.gatewayPid,
    }
    variants.push(variantOf({ name, pipeline, processes, warmUp: 0, stays: 0 }, workload, size, partitions))
  }
  const measured = await rotate(variants, { rounds: size.rounds })
  return measured.map(({ name, slices, cpu }) => ({
    name,
    cpu,
    perSecond: median(slices.map(({ perSecond }) => perSecond)),
  }))
}

function variantOf(
  way: PipelineVariant,
  workload: Workload,
  { reads }: SplitSize,
  partitions: number,
): Variant<Backlog> {
  const durables = readsDurables(partitions).map(({ name }) => name)
  let stays = nextStays(way, workload, 0)
  const prepare = async () => {
    stays = nextStays(way, workload, reads)
    await fillReads(way.pipeline, stays, durables)
  }
  const slice = async () => ({
    perSecond: await processBacklog(way.pipeline, stays, way.stays, durables),
    units: stays.length * readsOfStay,
  })
  const warm = async () => {
    for (let times = 0; times < 2; times++) {
      await prepare()
      await slice()
    }
  }
  return { name: way.name, processes: way.processes, warm, prepare, slice }
}
