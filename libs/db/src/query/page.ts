import { defaultPageSize, mostCounted, type PageOf, toPage } from '@kingcar/contract'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from '../types.ts'

type Request = { page?: number | undefined; size?: number | undefined; sort?: readonly string[] | undefined }
/** Columns by the names that `sort` may use. */
export type Sortable = Readonly<Record<string, PgColumn>> & { id: PgColumn }
/** Arguments of the query for one page. */
export type Slice = { orderBy: SQL[]; limit: number; offset: number }

/** A query of Drizzle whose order and limits are not set. */
type Sliceable<Row> = {
  orderBy(...orders: SQL[]): { limit(rows: number): { offset(rows: number): PromiseLike<Row[]> } }
}

/** The rows of one page of a query. */
export const sliced = <Row>(query: Sliceable<Row>, { orderBy, limit, offset }: Slice): PromiseLike<Row[]> =>
  query
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

/** Up to this offset, skipping rows is faster than waiting for the total first. */
const shallow = 1_000

/**
 * One page and the total of a list, queried in parallel. A deep page waits for the total: a page in the second half is read
 * from the end, and a page beyond the end is not read.
 * @param columns by the names that `sort` may use; `id` breaks ties, so that no row is shown twice or never
 * @param otherwise the default order, such as `createdAt,desc`
 */
export async function page<Row>(
  request: Request,
  columns: Sortable,
  otherwise: string,
  rows: (slice: Slice) => PromiseLike<Row[]>,
  total: () => PromiseLike<number>,
): Promise<PageOf<Row>> {
  const orders = ordersOf(columns, request.sort?.length ? request.sort : [otherwise])
  const { limit, offset } = sliceOf(request)
  const forward = () => rows({ orderBy: orderBy(orders), limit, offset })
  if (offset <= shallow) {
    const [content, count] = await Promise.all([forward(), total()])
    return toPage(content, count, request)
  }
  const count = await total()
  const behind = count - offset - limit
  if (offset >= count) return toPage([], count, request)
  if (offset <= behind) return toPage(await forward(), count, request)
  const backward = orderBy(orders.map(({ column, descending }) => ({ column, descending: !descending })))
  const content = await rows({ orderBy: backward, limit: Math.min(limit, count - offset), offset: Math.max(0, behind) })
  return toPage(content.toReversed(), count, request)
}

/**
 * Like `page`, for a query with an order of its own, such as by distance: a deep page is read from the beginning, and a page
 * beyond the end is not read.
 */
export async function pageInFixedOrder<Row>(
  request: Request,
  rows: (slice: Omit<Slice, 'orderBy'>) => PromiseLike<Row[]>,
  total: () => PromiseLike<number>,
): Promise<PageOf<Row>> {
  const slice = sliceOf(request)
  if (slice.offset <= shallow) {
    const [content, count] = await Promise.all([rows(slice), total()])
    return toPage(content, count, request)
  }
  const count = await total()
  return toPage(slice.offset < count ? await rows(slice) : [], count, request)
}

/** Counts the rows of a query, up to a number, so that the cost has a bound. */
export async function countUpTo(
  read: Reader,
  table: PgTable,
  which: SQL | undefined,
  most = mostCounted,
): Promise<{ count: number }> {
  const some = read
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(which)
    .limit(most)
    .as('some')
  return { count: await read.$count(some) }
}

function sliceOf({ page: number = 0, size: limit = defaultPageSize }: Request) {
  return { limit, offset: number * limit }
}

/**
 * Condition: the row is in the slice. The ids of the slice come from the index alone, so that skipped rows are never
 * read. The outer query has to repeat the order.
 */
export function inSlice(
  read: Reader,
  table: PgTable & { id: PgColumn },
  which: SQL | undefined,
  { orderBy, limit, offset }: Slice,
): SQL {
  const ids = read
    .select({ id: table.id })
    .from(table as PgTable)
    .where(which)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  return sql`${table.id} = any(array${ids})`
}

/** One field of an order, as `sort` names it. */
export type Order = { column: PgColumn; descending: boolean }

/**
 * Parses `sort`; the id breaks ties.
 * @throws TypeError for a field that is not in `columns`
 */
export function ordersOf(columns: Sortable, sort: readonly string[]): Order[] {
  const orders = sort.map((order) => {
    const [field = '', direction] = order.split(',')
    // Every object has a property `constructor`.
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    if (!column) throw new TypeError(`cannot sort by ${field}`)
    return { column, descending: direction === 'desc' }
  })
  const isComplete = sort.some((order) => order.startsWith('id,'))
  return isComplete ? orders : [...orders, { column: columns.id, descending: orders.at(-1)?.descending === true }]
}

export const orderBy = (orders: readonly Order[]): SQL[] =>
  orders.map(({ column, descending }) => (descending ? desc(column) : asc(column)))
