import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { load, type Slice, type Target } from '../load.ts'
import type { Variant, Work } from '../rotate.ts'
import { assertWritten, countWritten, type EventTable, type Written } from './written-rows.ts'

/**
 * What was refused is no order: rate and CPU are of those that were made. `afterwards`: milliseconds from the last answer
 * until all that follows on them was done.
 */
export type OrderSlice = Slice & Work & { afterwards: number }

type Place = {
  /** Whose tables the orders are in. */
  sql: Sql
  events: EventTable
}
type Size = { seconds: number; warmUp: number; connections: number }

/** Milliseconds between two looks at whether it is done, and how long that may take. */
const pause = 50
const patience = 120_000

/** A variant whose slices make orders, end when all that follows on them is done, and have their rows counted. */
export function ordering(
  name: string,
  target: Target,
  processes: Record<string, number>,
  { sql, events }: Place,
  size: Size,
): Variant<OrderSlice> {
  let before: Written | undefined

  /** Requests that were cut off are written, too: their rows are counted by ids that were given. */
  async function settle(): Promise<number> {
    const began = performance.now()
    for (let ids = -1; performance.now() - began < patience; await wait(pause)) {
      const [row] = await sql<{ ids: number }[]>`
        select coalesce(pg_sequence_last_value('orders.ledger_id_seq'), 0)::int as ids`
      const isStill = row?.ids === ids
      ids = row?.ids ?? -1
      if (isStill && (await isDone(sql, events))) return performance.now() - began
    }
    throw new Error(`${name}: what follows on the orders was not done within ${patience} ms`)
  }
  return {
    name,
    processes,
    async warm() {
      if (size.warmUp > 0) await load(target, { ...size, seconds: size.warmUp })
      await settle()
    },
    async prepare() {
      // The provider would be asked about each two minutes later, which would be in somebody else's figures.
      await sql`update orders.orders set check_at = null where check_at is not null`
      before = await countWritten(sql, events)
    },
    async slice() {
      const slice = await load(target, size)
      const units = slice.requests - slice.failures
      if (units === 0) throw new Error(`${name}: none of ${slice.requests} orders was made`)
      const requestsPerSecond = (slice.requestsPerSecond * units) / slice.requests
      return { ...slice, requestsPerSecond, units, afterwards: await settle() }
    },
    async check({ units, failures }) {
      if (before) assertWritten(name, before, await countWritten(sql, events), units, failures + size.connections)
    },
  }
}

/**
 * Whether nothing that follows on orders is left: no statement is at work, a relay has sent every event, and who is told
 * keeps what they tell.
 */
async function isDone(sql: Sql, events: EventTable): Promise<boolean> {
  const [{ working } = { working: true }] = await sql<{ working: boolean }[]>`
    select exists (
      select from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'
    ) as working`
  if (working || events === 'orders.outbox') return !working
  const [row] = await sql<{ done: boolean }[]>`
    select not exists (select from orders.outbox) and not exists (
      select from (select id from orders.orders order by created_at desc limit 200) o
      where not exists (select from member.orders m where m.id = o.id)
    ) as done`
  return row?.done === true
}
