import type { Caller } from '@kingcar/bus'
import type { CsvColumns, CsvPiece, PageOf } from '@kingcar/contract'
import { type Database, emit, exportPiece, inSlice, page, type Reader, sliced } from '@kingcar/db'
import { recordExport } from '@kingcar/service'
import { and, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { totals } from '../tables.ts'
import { rowTotal } from './row-total.ts'

type ListedTable = PgTable & { id: PgColumn }
/** The cost of a query of all rows depends on its filter; a member has few rows. */
type Readers = Pick<Database, 'read' | 'search'>
type TotalledEntity = (typeof totals.$inferSelect)['entity']
type PageRequest = Parameters<typeof page>[0]

/** A list of rows: which rows of a table, in which order, and how they are described to the client. */
export type RowList<T extends ListedTable, Item> = {
  table: T
  /** Columns by the names that `sort` may use. */
  sortable: Parameters<typeof page>[1]
  /** The order if the client requests none, such as `createdAt,desc`. */
  defaultSort: string
  /** Undefined for all rows. */
  filter: SQL | undefined
  describe: (rows: T['$inferSelect'][]) => Item[] | Promise<Item[]>
}

/** One page of few rows, such as a member's own. */
export const listOwnRows = <T extends ListedTable, Item>(
  read: Reader,
  request: PageRequest,
  { table, sortable, defaultSort, filter, describe }: RowList<T, Item>,
): Promise<PageOf<Item>> =>
  page(
    request,
    sortable,
    defaultSort,
    async (slice) => {
      const rows = await sliced(
        read
          .select()
          .from(table as PgTable)
          .where(filter),
        slice,
      )
      return describe(rows as T['$inferSelect'][])
    },
    () => read.$count(table, filter),
  )

/** One page of the rows of all members. Without a filter the total is read from `totals`, under the table's entity. */
export const listAllRows = <T extends ListedTable, Item>(
  { read, search }: Readers,
  request: PageRequest & { memberId?: string | undefined },
  entity: TotalledEntity,
  { table, sortable, defaultSort, filter, describe }: RowList<T, Item>,
): Promise<PageOf<Item>> => {
  const reader = filter && request.memberId === undefined ? search : read
  return page(
    request,
    sortable,
    defaultSort,
    async (slice) => {
      const rows = await reader
        .select()
        .from(table as PgTable)
        .where(inSlice(reader, table, filter, slice))
        .orderBy(...slice.orderBy)
      return describe(rows as T['$inferSelect'][])
    },
    () => (filter ? reader.$count(table, filter) : rowTotal(read, entity)),
  )
}

type Export<Item> = {
  op: { name: string }
  entity: TotalledEntity
  columns: CsvColumns<Item>
  mask: (item: Item) => Item
}
type ExportRequest = PageRequest & Parameters<typeof recordExport>[1] & { ids?: string[] | undefined }

/** One piece of the same list as a CSV file; the first one records the export in the audit log. */
export async function exportRows<T extends ListedTable, Item extends { memberId: string }>(
  db: Readers & Pick<Database, 'transaction'>,
  { op, entity, columns, mask }: Export<Item>,
  request: ExportRequest,
  caller: Caller,
  { table, sortable, defaultSort, filter, describe }: RowList<T, Item>,
): Promise<CsvPiece> {
  const { read, search } = db
  const which = and(filter, request.ids && inArray(table.id, request.ids))
  await recordExport(op, request, caller, {
    count: () => (which ? search.$count(table, which) : rowTotal(read, entity)),
    store: (entry) => db.transaction((tx) => emit(tx, 'orders.audited', entry)),
  })
  return exportPiece(request, caller.cursor, {
    columns,
    sortable,
    otherwise: defaultSort,
    memberOf: request.full ? ({ memberId }) => memberId : undefined,
    async rows({ after, orderBy, limit, position }) {
      const found = await search
        .select({ row: table as PgTable, position })
        .from(table as PgTable)
        .where(and(which, after))
        .orderBy(...orderBy)
        .limit(limit)
      const items = await describe(found.map(({ row }) => row as T['$inferSelect']))
      const shown = request.full ? items : items.map(mask)
      return found.map(({ position }, at) => ({ position, row: shown[at] }))
    },
  })
}
