import { defaultPageSize, type PageOf, toPage } from '@kingcar/contract'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from '../types.ts'

type Request = { page?: number | undefined; size?: number | undefined; sort?: readonly string[] | undefined }
/** Columns by the names that `sort` may use. */
export type Sortable = Readonly<Record<string, PgColumn>> & { id: PgColumn }
/** What a query for one page takes. */
export type Slice = { orderBy: SQL[]; limit: number; offset: number }

/** Rows that are skipped sooner than it takes to ask for the total first. */
const shallow = 1_000

/**
 * One page and the total of a paged call, asked at the same time. A deep page waits for the total: one that lies behind the
 * middle is read from the end, and one behind the end not at all.
 * @param columns by the names that `sort` may use; `id` breaks ties, so that no row is shown twice or never
 * @param otherwise the order when the caller asks for none, such as `createdAt,desc`
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
 * The same of a list that has one order, such as by distance, which the query brings itself: a deep page is read from the
 * beginning, one behind the end not at all.
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

function sliceOf({ page: number = 0, size: limit = defaultPageSize }: Request) {
  return { limit, offset: number * limit }
}

/**
 * Whether a row is in a slice, by the ids of the slice, which an index finds alone: the rows that are skipped are never read.
 * The order must be asked for once more.
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
 * The fields that an order is made of; the id breaks ties.
 * @throws TypeError for a field that is none of `columns`
 */
export function ordersOf(columns: Sortable, sort: readonly string[]): Order[] {
  const orders = sort.map((order) => {
    const [field = '', direction] = order.split(',')
    // A name such as `constructor` is in every object.
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    if (!column) throw new TypeError(`${field} is no field to sort by`)
    return { column, descending: direction === 'desc' }
  })
  const isComplete = sort.some((order) => order.startsWith('id,'))
  return isComplete ? orders : [...orders, { column: columns.id, descending: orders.at(-1)?.descending === true }]
}

export const orderBy = (orders: readonly Order[]): SQL[] =>
  orders.map(({ column, descending }) => (descending ? desc(column) : asc(column)))
