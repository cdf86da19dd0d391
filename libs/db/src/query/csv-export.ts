import { type CsvColumns, type CsvPiece, csvLine } from '@kingcar/contract'
import { type SQL, sql } from 'drizzle-orm'
import { type Order, orderBy, ordersOf, type Sortable } from './page.ts'

/**
 * Characters after which a piece ends: a message of the bus holds 1 MB, and JSON writes a character in six bytes at worst.
 * A longer row stands alone.
 */
const mostCharacters = 100_000
const usualRows = 500

/** What a query for one piece of a file takes; each row that it gives tells its `position`. */
export type FileSlice = { after: SQL | undefined; orderBy: SQL[]; limit: number; position: SQL<string> }

type File<Row extends object> = {
  columns: CsvColumns<Row>
  /** By the names that `sort` may use; `id` breaks ties. */
  sortable: Sortable
  /** The order when the caller asks for none, such as `createdAt,desc`. */
  otherwise: string
  /** A row without content is one that was found and is gone: it is left out, and the file goes on. */
  rows(slice: FileSlice): PromiseLike<readonly { position: string; row: Row | undefined }[]>
  /** Rows that are read for a piece, where they can be long. */
  most?: number
}

/**
 * One piece of a list as a CSV file. Pieces are told apart by the place of their last row in the order and not by a number
 * of rows, so that each row which stays as it is comes once, whatever is written in the meantime, and the last piece
 * costs what the first did.
 * @param cursor as the piece before said; undefined for the first
 */
export async function exportPiece<Row extends object>(
  request: { sort?: readonly string[] | undefined },
  cursor: string | undefined,
  { columns, sortable, otherwise, rows, most = usualRows }: File<Row>,
): Promise<CsvPiece> {
  const orders = ordersOf(sortable, request.sort?.length ? request.sort : [otherwise])
  const after = cursor === undefined ? undefined : isAfter(orders, readPosition(cursor))
  const found = await rows({ after, orderBy: orderBy(orders), limit: most, position: positionOf(orders) })
  let lines = cursor === undefined ? csvLine(columns.map(([heading]) => heading)) : ''
  for (const [at, { position, row }] of found.entries()) {
    if (row) lines += csvLine(columns.map(([, cell]) => cell(row)))
    const isLast = at + 1 === found.length
    if (isLast ? found.length === most : lines.length > mostCharacters) return { lines, next: position }
  }
  return { lines, next: null }
}

/** A row's place in the order, as text: a JavaScript date would lose the microseconds of an instant. */
const positionOf = (orders: readonly Order[]) =>
  sql<string>`json_build_array(${sql.join(
    orders.map(({ column }) => sql`${column}::text`),
    sql`, `,
  )})::text`

function readPosition(cursor: string): (string | null)[] {
  const values: unknown = JSON.parse(cursor)
  const isPosition = Array.isArray(values) && values.every((value) => value === null || typeof value === 'string')
  if (!isPosition) throw new TypeError('not a cursor of ours')
  return values
}

/** Whether a row comes after a place: as PostgreSQL orders, nulls last where it ascends and first where it descends. */
function isAfter([order, ...others]: readonly Order[], [value, ...rest]: readonly (string | null)[]): SQL {
  if (!order || value === undefined) return sql`false`
  const { column, descending } = order
  const within = isAfter(others, rest)
  if (value === null) {
    return descending ? sql`(${column} is not null or ${within})` : sql`(${column} is null and ${within})`
  }
  const at = sql`${value}::text::${sql.raw(column.getSQLType())}`
  // the first comparison says nothing new and is what an index can begin from
  if (descending) return sql`(${column} <= ${at} and (${column} < ${at} or ${within}))`
  const beyond = sql`(${column} >= ${at} and (${column} > ${at} or ${within}))`
  return column.notNull ? beyond : sql`(${column} is null or ${beyond})`
}
