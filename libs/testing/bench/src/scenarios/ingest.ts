import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '@kingcar/localstack/postgres'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { median, quantile } from '@kingcar/testing/statistics'
import postgres from 'postgres'
import { diskSync } from '../ingest/disk-sync.ts'
import { startStorage } from '../ingest/storage-nats.ts'
import {
  addStream,
  inGroups,
  storeAtomically,
  storeFast,
  storeInProduct,
  storePacked,
  storeRows,
  storeSingly,
  type Way,
} from '../ingest/ways.ts'
import { startPipeline } from '../recognition/pipeline.ts'
import { createWorkload } from '../recognition/workload.ts'
import { machine, type Report } from '../report.ts'

export type Size = { rates: readonly number[]; seconds: number; rounds: number; syncs: number }

export const full: Size = { rates: [1_000, 4_000], seconds: 5, rounds: 3, syncs: 200 }
/** Long enough to show that each way stores each read, too short for a claim. */
export const smoke: Size = { rates: [100], seconds: 0.3, rounds: 1, syncs: 5 }

/** Largest p99 of the time until an acknowledgement, in syncs of the disk, by reads per second. */
const allowed = (rate: number) => (rate > 1_000 ? 40 : 20)

const product = 'the product, over NATS'
const singly = 'one message a read'
const inBatches = 'atomic batches'
const read = JSON.stringify({ readId: 'r'.repeat(26), carNumber: '12가3456', confidence: 0.97, more: 'x'.repeat(150) })

/**
 * Ways to store reads durably, among them the product's nats-server and gateway, at steady rates: milliseconds from when a read was due until its acknowledgement. The disk is measured
 * before and after each slice, since its speed changes with other load, and the result is the ratio of both.
 */
export async function ingest(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  const { path } = stack.use(temporaryFolder())
  progress('starting nats-servers and PostgreSQL')
  let refusals = 0
  const ways = await openWays(stack, path, () => {
    refusals += 1
  })
  const rows = []
  const ratios = new Map<string, number>()
  for (const rate of size.rates) {
    const slices = new Map<Way, { sync: number; latencies: number[]; refusals: number }[]>(ways.map((way) => [way, []]))
    for (let round = 1; round <= size.rounds; round++) {
      progress(`${rate} reads a second, round ${round} of ${size.rounds}`)
      for (const [way, own] of slices) {
        refusals = 0
        const before = diskSync(path, size.syncs)
        const latencies = await storeSteadily(way, rate, rate * size.seconds)
        own.push({ sync: (before + diskSync(path, size.syncs)) / 2, latencies, refusals })
      }
    }
    for (const [{ name }, own] of slices) {
      const inMiddle = (figure: (slice: (typeof own)[number]) => number) => median(own.map(figure))
      const p99 = ({ latencies }: (typeof own)[number]) => quantile(latencies, 0.99)
      ratios.set(
        `${name} ${rate}`,
        inMiddle((slice) => p99(slice) / slice.sync),
      )
      rows.push({
        'reads/s': rate,
        way: name,
        'p50 ms': inMiddle(({ latencies }) => quantile(latencies, 0.5)).toFixed(1),
        'p99 ms': inMiddle(p99).toFixed(1),
        'sync ms': inMiddle(({ sync }) => sync).toFixed(2),
        refusals: inMiddle((slice) => slice.refusals),
        'p99 in syncs': (ratios.get(`${name} ${rate}`) as number).toFixed(0),
      })
    }
  }
  return {
    scenario: 'ingest',
    how: `Reads of ${read.length} bytes at steady rates, ${size.rounds} rounds of ${size.seconds} s in rotation; all servers on one disk.`,
    machine: machine({}),
    rows,
    claims: [product, inBatches].flatMap((name) =>
      size.rates.map((rate) => ({
        claim: `${name}, p99 at ${rate} reads a second, in syncs of the disk`,
        measured: ratios.get(`${name} ${rate}`) as number,
        atMost: allowed(rate),
      })),
    ),
  }
}

async function openWays(stack: AsyncDisposableStack, path: string, onRefused: () => void): Promise<Way[]> {
  const always = await startStorage(stack, join(path, 'always'), { servers: 1, interval: 'always' })
  const later = await startStorage(stack, join(path, 'later'), { servers: 1, interval: '"10ms"' })
  const cluster = await startStorage(stack, join(path, 'cluster'), { servers: 3 })
  const four = ['FOUR_0', 'FOUR_1', 'FOUR_2', 'FOUR_3']
  for (const name of ['SINGLE', 'PACKED', ...four]) await addStream(always, name)
  await addStream(always, 'ATOMIC', { allow_atomic: true })
  await addStream(always, 'FAST', { allow_batched: true })
  await addStream(later, 'LATER')
  await addStream(cluster, 'REPLICATED', { num_replicas: 3 })
  const server = stack.use(await startPostgres({ dataDir: path, password: randomBytes(12).toString('hex') }))
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined })
  stack.defer(() => sql.end())
  await sql`CREATE TABLE ingested (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, read text NOT NULL)`
  const workload = createWorkload(1_000, { stores: 10, devicesOfStore: 40 })
  const whole = await startPipeline(join(path, 'product'), stack, workload)
  const stays = workload.stays(0, 1_000)
  return [
    { name: product, store: storeInProduct(whole, stays, 'ingest', onRefused) },
    { name: 'the product, by the stream itself', store: storeInProduct(whole, stays, 'read', onRefused) },
    { name: singly, store: storeSingly(always, 'SINGLE') },
    { name: 'one message a read, four streams', store: storeSingly(always, ...four) },
    { name: 'fast ingest', store: inGroups(storeFast(always, 'FAST')) },
    { name: inBatches, store: inGroups(storeAtomically(always, 'ATOMIC')) },
    { name: 'one message a group', store: inGroups(storePacked(always, 'PACKED')) },
    { name: 'rows in PostgreSQL, one commit a group', store: inGroups(storeRows(sql)) },
    { name: 'three replicas, no sync before the acknowledgement', store: storeSingly(cluster, 'REPLICATED') },
    { name: 'a sync each 10 ms, after the acknowledgement', store: storeSingly(later, 'LATER') },
  ]
}

/** Stores reads at a fixed rate, however long the acknowledgements take. */
async function storeSteadily({ store }: Way, rate: number, count: number): Promise<number[]> {
  const latencies: number[] = []
  const begin = performance.now()
  const stored: Promise<void>[] = []
  for (let at = 0; at < count; at++) {
    const due = begin + (at * 1_000) / rate
    while (performance.now() < due) await wait(1)
    stored.push(
      store(read).then(() => {
        latencies.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(stored)
  return latencies
}
