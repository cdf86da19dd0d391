import { isDeepStrictEqual } from 'node:util'
import type { Sql } from 'postgres'

/** Number of rows that orders have written, by kind. */
export type WrittenRows = Record<'orders' | 'ledger' | 'events' | 'idempotency', number>

/** Where the events of orders end: in the outbox or, once they are sent, in the receiver's table. */
export type EventTable = 'orders.outbox' | 'member.orders'

/** Counts the rows in a database. */
export async function countWritten(sql: Sql, events: EventTable): Promise<WrittenRows> {
  const [row] = await sql<WrittenRows[]>`
    select (select count(*) from orders.orders)::int as orders, (select count(*) from orders.ledger)::int as ledger,
      (select count(*) from ${sql(events)})::int as events, (select count(*) from orders.idempotency)::int as idempotency`
  if (!row) throw new Error('the count returned no row')
  return row
}

/**
 * Asserts that each order left exactly one row in each table.
 * @param made orders that got a response
 * @param unknown how many more may have been written: requests in flight at the end, or late ones
 * @throws Error with the counts
 */
export function assertWritten(
  name: string,
  before: WrittenRows,
  after: WrittenRows,
  made: number,
  unknown: number,
): void {
  const added = Object.entries(after).map(([table, count]) => count - before[table as keyof WrittenRows])
  const [first = 0] = added
  if (added.every((count) => count === first) && first >= made && first <= made + unknown) return
  throw new Error(`${name}: ${made} orders left ${JSON.stringify({ before, after })}`)
}

/** The shape of the last order without a coupon: the non-null columns of its rows, and the types of their values. */
async function shapeOf(sql: Sql): Promise<unknown> {
  const [row] = await sql`
    select jsonb_object_agg(o.key, jsonb_typeof(o.value)) as order, jsonb_object_agg(l.key, jsonb_typeof(l.value)) as entry,
      jsonb_object_agg(a.key, jsonb_typeof(a.value)) as answer, jsonb_object_agg(i.key, jsonb_typeof(i.value)) as kept
    from (select * from orders.orders where discount = 0 order by created_at desc, id desc limit 1) t
    join orders.ledger e on e.order_id = t.id
    join orders.idempotency k on k.caller = 'member:' || t.member_id and k.answer::jsonb ->> 'id' = t.id::text
    cross join jsonb_each(to_jsonb(t)) o cross join jsonb_each(to_jsonb(e)) l
    cross join jsonb_each(k.answer::jsonb || k.answer::jsonb -> 'payment') a cross join jsonb_each(to_jsonb(k)) i`
  return row
}

/** Asserts that the last order of each has the same shape. @throws Error with both shapes */
export async function assertSameShape(product: Sql, peer: Sql): Promise<void> {
  const [own, other] = [await shapeOf(product), await shapeOf(peer)]
  if (own === undefined || !isDeepStrictEqual(own, other))
    throw new Error(`a peer writes other rows: ${JSON.stringify([own, other])}`)
}
