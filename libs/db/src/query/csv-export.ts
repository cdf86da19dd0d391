import { type CsvColumns, type CsvPiece, csvLine } from '@kingcar/contract'
import { type SQL, sql } from 'drizzle-orm'
import { type Order, orderBy, ordersOf, type Sortable } from './page.ts'

/**
 * Number of characters after which a piece ends. A bus message holds 1 MB, and JSON needs at most six bytes for a
 * character. A single longer row is a piece of its own.
 */
const mostCharacters = 100_000
const usualRows = 500

/** Arguments of the query for one piece. Each row that it returns includes `position`. */
export type FileSlice = { after: SQL | undefined; orderBy: SQL[]; limit: number; position: SQL<string> }

type File<Row extends object> = {
  columns: CsvColumns<Row>
  /** Columns by the names that `sort` may use; `id` breaks ties. */
  sortable: Sortable
  /** The default order, such as `createdAt,desc`. */
  otherwise: string
  /** Returns the rows of a slice. A result with `row` undefined was deleted after it was found; it is skipped. */
  rows(slice: FileSlice): PromiseLike<readonly { position: string; row: Row | undefined }[]>
  /** Maximum rows of a piece; default 500. For rows that can be long. */
  most?: number
  /** The member or members of a row, for the access log; not given for a file with masks. */
  memberOf?: ((row: Row) => string | null | readonly string[]) | undefined
}

/**
 * One piece of a list as a CSV file. The cursor is the sort position of the last row (keyset pagination), not an offset: each
 * unchanged row is exported exactly once whatever is written in the meantime, and the last piece costs as much as the first.
 * @param cursor `next` of the previous piece; undefined for the first
 */
export async function exportPiece<Row extends object>(
  request: { sort?: readonly string[] | undefined },
  cursor: string | undefined,
  { columns, sortable, otherwise, rows, most = usualRows, memberOf }: File<Row>,
): Promise<CsvPiece> {
  const orders = ordersOf(sortable, request.sort?.length ? request.sort : [otherwise])
  const after = cursor === undefined ? undefined : isAfter(orders, readPosition(cursor))
  const found = await rows({ after, orderBy: orderBy(orders), limit: most, position: positionOf(orders) })
  let lines = cursor === undefined ? csvLine(columns.map(([heading]) => heading)) : ''
  const opened = new Set<string>()
  const piece = (next: string | null): CsvPiece => ({ lines, next, ...(memberOf && { memberIds: [...opened] }) })
  for (const [at, { position, row }] of found.entries()) {
    if (row) lines += csvLine(columns.map(([, cell]) => cell(row)))
    for (const member of [(row && memberOf?.(row)) ?? []].flat()) opened.add(member)
    const isLast = at + 1 === found.length
    if (isLast ? found.length === most : lines.length > mostCharacters) return piece(position)
  }
  return piece(null)
}

/** A row's sort position as text, since a JavaScript date would lose the microseconds of a timestamp. */
const positionOf = (orders: readonly Order[]) =>
  sql<string>`json_build_array(${sql.join(
    orders.map(({ column }) => sql`${column}::text`),
    sql`, `,
  )})::text`

function readPosition(cursor: string): (string | null)[] {
  const values: unknown = JSON.parse(cursor)
  const isPosition = Array.isArray(values) && values.every((value) => value === null || typeof value === 'string')
  if (!isPosition) throw new TypeError('not a cursor of exportPiece')
  return values
}

/** True if a row sorts after a position. As in PostgreSQL, nulls are last in ascending order and first in descending order. */
function isAfter([order, ...others]: readonly Order[], [value, ...rest]: readonly (string | null)[]): SQL {
  if (!order || value === undefined) return sql`false`
  const { column, descending } = order
  const within = isAfter(others, rest)
  if (value === null) {
    return descending ? sql`(${column} is not null or ${within})` : sql`(${column} is null and ${within})`
  }
  const at = sql`${value}::text::${sql.raw(column.getSQLType())}`
  // the first comparison is redundant, but an index scan can start only from it
  if (descending) return sql`(${column} <= ${at} and (${column} < ${at} or ${within}))`
  const beyond = sql`(${column} >= ${at} and (${column} > ${at} or ${within}))`
  return column.notNull ? beyond : sql`(${column} is null or ${beyond})`
}
