import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { load, type Slice, type Target } from '../load.ts'
import type { Variant, Work } from '../rotate.ts'
import { assertWritten, countWritten, type EventTable, type WrittenRows } from './written-rows.ts'

/**
 * Rate and CPU are those of created orders; refused requests do not count. `afterwards`: milliseconds from the
 * last response until all follow-up work was done.
 */
export type OrderSlice = Slice & Work & { afterwards: number }

type Place = {
  /** The database of the orders. */
  sql: Sql
  events: EventTable
}
type Size = { seconds: number; warmUp: number; connections: number }

/** Milliseconds between polls for the end of the follow-up work, and the maximum wait. */
const pause = 50
const patience = 120_000

/** A variant whose slices create orders, wait for all follow-up work, and count the written rows. */
export function orderVariant(
  name: string,
  target: Target,
  processes: Record<string, number>,
  { sql, events }: Place,
  size: Size,
): Variant<OrderSlice> {
  let before: WrittenRows | undefined

  /**
   * Requests that were cut off may have been written, too: they are counted by the ids that were drawn from the
   * sequence.
   */
  async function settle(): Promise<number> {
    const began = performance.now()
    for (let ids = -1; performance.now() - began < patience; await wait(pause)) {
      const [row] = await sql<{ ids: number }[]>`
        select coalesce(pg_sequence_last_value('orders.ledger_id_seq'), 0)::int as ids`
      const isStill = row?.ids === ids
      ids = row?.ids ?? -1
      if (isStill && (await isDone(sql, events))) return performance.now() - began
    }
    throw new Error(`${name}: follow-up work was not done within ${patience} ms`)
  }
  return {
    name,
    processes,
    async warm() {
      if (size.warmUp > 0) await load(target, { ...size, seconds: size.warmUp })
      await settle()
    },
    async prepare() {
      // Otherwise the service would ask the provider about each of these orders two minutes later, during the
      // measurements of another variant.
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
 * True if no follow-up work is left: no statement is running, the relay has sent every event, and the receiver has
 * stored it.
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
