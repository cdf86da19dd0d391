import { defaultPageSize, type PageOf, toPage } from '@kingcar/contract'
import { asc, desc, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type Request = { page?: number | undefined; size?: number | undefined; sort?: readonly string[] | undefined }
/** Columns by the names that `sort` may use. */
export type Sortable = Readonly<Record<string, PgColumn>> & { id: PgColumn }
/** What a query for one page takes. */
export type Slice = { orderBy: SQL[]; limit: number; offset: number }

/**
 * One page and the total of a paged call, asked at the same time.
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
  const limit = request.size ?? defaultPageSize
  const sort = request.sort?.length ? request.sort : [otherwise]
  const slice = { orderBy: orderBy(ordersOf(columns, sort)), limit, offset: (request.page ?? 0) * limit }
  const [content, count] = await Promise.all([rows(slice), total()])
  return toPage(content, count, request)
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
  return isComplete ? orders : [...orders, { column: columns.id, descending: orders[0]?.descending === true }]
}

export const orderBy = (orders: readonly Order[]): SQL[] =>
  orders.map(({ column, descending }) => (descending ? desc(column) : asc(column)))
