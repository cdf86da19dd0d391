import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '@kingcar/e2e/product'
import { connectAsSetup } from '@kingcar/e2e/secrets'
import type { JetStreamManager } from 'nats'
import postgres, { type Sql } from 'postgres'
import { ownCpuOf } from '../cpu.ts'

/** What a product has used and stores: CPU milliseconds by role and by process of PostgreSQL, bytes and messages by place. */
export type Reading = Record<Figure, Record<string, number>> & { at: number }

type Figure = 'cpu' | 'postgres' | 'bytes' | 'counts'

/** Cost of one unit of work. Milliseconds, bytes, and numbers of messages and of transactions that write. */
export type Cost = Pick<Reading, 'cpu' | 'bytes'> & Partial<Pick<Reading, 'postgres' | 'counts'>>

export type Meter = {
  /** CPU milliseconds per second while no client does anything, by role. */
  readonly idle: Record<string, number>
  /** Measures the idle use again: it falls for a while after work, when code is compiled and memory is collected. */
  rest(seconds: number): Promise<void>
  /** Cost of `work` per unit, minus what the product uses when idle. */
  costOf(units: number, work: () => Promise<void>): Promise<Required<Cost>>
  sql: Sql
  streams: JetStreamManager['streams']
}

/** Processes by their command. The simulator stands for the provider, and the starter does no work; neither counts. */
const roles: readonly [role: string, command: RegExp][] = [
  ['gateway', /dist\/gateway\.mjs/],
  ['member', /dist\/member\.mjs/],
  ['catalog', /dist\/catalog\.mjs/],
  ['orders', /dist\/orders\.mjs/],
  ['recognition', /dist\/recognition\.mjs/],
  ['nats', /^\S*nats-server\S* /],
  ['postgres', /postgres/],
]
/** Milliseconds to wait for stream information on a busy machine. */
const patience = 20_000

/** Observes a product from outside, after it has rested for this many seconds. */
export async function openMeter(product: Product, rest: number, stack: AsyncDisposableStack): Promise<Meter> {
  const sql = postgres(await product.databaseUrl(), { max: 1, onnotice: () => undefined })
  stack.defer(() => sql.end({ timeout: 1 }))
  const connection = await connectAsSetup(product)
  stack.defer(() => connection.close())
  const { streams } = await connection.jetstreamManager({ timeout: patience })
  const read = () => readingOf(product, sql, streams)
  let idle: Pick<Reading, 'cpu' | 'postgres'>
  const meter: Meter = {
    get idle() {
      return idle.cpu
    },
    async rest(seconds) {
      const before = await read()
      await wait(seconds * 1_000)
      idle = difference(before, await read(), { cpu: {}, postgres: {} }, seconds)
    },
    async costOf(units, work) {
      const begin = await read()
      await work()
      return difference(begin, await read(), idle, units)
    },
    sql,
    streams,
  }
  await meter.rest(rest)
  return meter
}

async function readingOf(product: Product, sql: Sql, streams: JetStreamManager['streams']): Promise<Reading> {
  const [tables] = await sql<{ bytes: number; wal: number; writes: number }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as writes, sum(pg_total_relation_size(c.oid))::float8 as bytes,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('member', 'catalog', 'orders', 'recognition')`
  const bytes: Record<string, number> = { tables: tables?.bytes ?? 0, WAL: tables?.wal ?? 0 }
  const counts: Record<string, number> = { 'transactions that write': tables?.writes ?? 0 }
  for (const name of ['EVENTS', 'VISITS']) {
    const { state } = await streams.info(name)
    bytes[name] = state.bytes
    counts[`messages of ${name}`] = state.last_seq
  }
  const postgres: Record<string, number> = {}
  const cpu: Record<string, number> = Object.fromEntries(roles.map(([role]) => [role, 0]))
  for (const { pid, command } of await product.processes()) {
    const role = roles.find(([, pattern]) => pattern.test(command))?.[0]
    if (!role) continue
    const used = ownCpuOf(pid)
    cpu[role] = (cpu[role] ?? 0) + used
    const part = role === 'postgres' ? partOfPostgres(command) : undefined
    if (part) postgres[part] = (postgres[part] ?? 0) + used
  }
  return { cpu, postgres, bytes, counts, at: performance.now() }
}

/** Sessions by their user, other processes by their name; undefined for the supervising process. */
const partOfPostgres = (command: string) => /^postgres: ([a-z ]+?)(?= postgres | \d| *$)/.exec(command)?.[1]

/** Per unit; `idle` is in milliseconds per second. A process that used less than when idle counts as 0. */
function difference(
  begin: Reading,
  end: Reading,
  idle: Pick<Reading, 'cpu' | 'postgres'>,
  units: number,
): Required<Cost> {
  const seconds = (end.at - begin.at) / 1_000
  const perUnit = (of: Figure, less: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(end[of]).map(([name, value]) => [
        name,
        Math.max(0, value - (begin[of][name] ?? 0) - (less[name] ?? 0) * seconds) / units,
      ]),
    )
  return {
    cpu: perUnit('cpu', idle.cpu),
    postgres: perUnit('postgres', idle.postgres),
    bytes: perUnit('bytes', {}),
    counts: perUnit('counts', {}),
  }
}

export const sumOf = (figures: Record<string, number>): number =>
  Object.values(figures).reduce((sum, value) => sum + value, 0)

/** Adds up multiples of costs. */
export function total(...parts: readonly [times: number, cost: Cost][]): Cost {
  const add = (of: 'cpu' | 'bytes') => {
    const sums: Record<string, number> = {}
    for (const [times, cost] of parts)
      for (const [name, value] of Object.entries(cost[of])) sums[name] = (sums[name] ?? 0) + times * value
    return sums
  }
  return { cpu: add('cpu'), bytes: add('bytes') }
}
