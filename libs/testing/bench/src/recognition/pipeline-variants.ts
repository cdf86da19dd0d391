import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Postgres } from '@kingcar/localstack/postgres'
import { startBundle } from '../gateway-with-nats.ts'
import { startPeer } from '../start-peer.ts'
import { createDatabase } from './create-database.ts'
import { type Pipeline, startPipeline } from './pipeline.ts'
import { readsOfStay, type Stay, type Workload } from './workload.ts'

/** One implementation from READS to the live socket, with the number of stays it has processed. */
export type PipelineVariant = {
  name: string
  pipeline: Pipeline
  processes: Record<string, number>
  warmUp: number
  stays: number
}

type VariantsContext = {
  /** Past visits in the databases. */
  history: number
  /** Reads of the first slices. */
  warmUp: { batches: number; oneByOne: number }
  workload: Workload
  folder: string
  postgres: Postgres
  stack: AsyncDisposableStack
  progress: (line: string) => void
}

/** Starts all three, each with its own nats-server, gateway and database. */
export async function startPipelineVariants(
  ground: VariantsContext,
): Promise<[product: PipelineVariant, oneByOne: PipelineVariant, limit: PipelineVariant]> {
  const { history, warmUp, workload, folder, postgres, stack, progress } = ground
  const database = (name: string) => createDatabase(postgres.url, name, workload, history)
  const pipeline = (name: string) => startPipeline(join(folder, name), stack, workload)
  const way = (name: string, ends: Pipeline, service: { pid: number }, reads: number): PipelineVariant => ({
    name,
    pipeline: ends,
    processes: { recognition: service.pid, postgres: postgres.pid, nats: ends.natsPid, gateway: ends.gatewayPid },
    warmUp: reads,
    stays: 0,
  })

  progress(`starting the product, and filling its database with ${history} visits`)
  const own = await pipeline('product')
  const recognizing = await startBundle('recognition', stack, {
    ...own.environment,
    DATABASE_URL: await database('product'),
    IDEMPOTENCY_SECRET: randomBytes(32).toString('hex'),
  })
  progress('starting the peers')
  const slow: Pipeline = { ...(await pipeline('one-by-one')), kind: 'read' } // it expects one read a message
  const oneByOne = stack.use(
    await startPeer('recognition-one-read-per-transaction', {
      ...slow.environment,
      DATABASE_URL: await database('one_by_one'),
    }),
  )
  const fast = await pipeline('no-database')
  const noDatabase = stack.use(await startPeer('recognition-without-database', fast.environment))
  return [
    way('KingCar', own, recognizing, warmUp.batches),
    way('one read a transaction', slow, oneByOne, warmUp.oneByOne),
    way('no database', fast, noDatabase, warmUp.batches),
  ]
}

/** Stays that this implementation has not processed. */
export function nextStays(way: PipelineVariant, workload: Workload, reads: number): Stay[] {
  const stays = workload.stays(way.stays, Math.ceil(reads / readsOfStay))
  way.stays += stays.length
  return stays
}
