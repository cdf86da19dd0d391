import type { Caller } from '@kingcar/bus'
import {
  type AccessLog,
  auditActionLabel,
  type CsvColumns,
  type CsvPiece,
  contract,
  csvTime,
  type Input,
} from '@kingcar/contract'
import { exportPiece } from '@kingcar/db'
import { recordExport } from '@kingcar/service'
import { and } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { accessLogs } from '../tables.ts'
import { columns, matchesQuery, newestFirst, sortable, toAccessLog } from './queries.ts'

/** Largest number of rows in one piece: an entry can have the ids of some hundred members. */
const mostRows = 50

const csvColumns: CsvColumns<AccessLog> = [
  ['접속일시', ({ at }) => csvTime(at)],
  ['마지막 접속일시', ({ lastAt }) => csvTime(lastAt)],
  ['관리자', ({ adminName }) => adminName],
  ['관리자 ID', ({ adminId }) => adminId],
  ['접속지', ({ address }) => address],
  ['한 일', ({ action }) => auditActionLabel(action)],
  ['회원 수', ({ members }) => members],
  ['회원 ID', ({ memberIds }) => memberIds.join(', ')],
  ['요청 ID', ({ requestId }) => requestId],
]

/** Exports the list of `listAccessLogs` as CSV, piece by piece, with all members of each entry. */
export async function exportAccessLogs(
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.exportAccessLogs>,
  caller: Caller,
): Promise<CsvPiece> {
  const { search } = db
  const which = matchesQuery(input)
  await recordExport(contract.member.exportAccessLogs, input, caller, {
    count: () => search.$count(accessLogs, which),
    store: (entry) => db.transaction(async (tx) => storeAuditEntry(tx, entry)),
  })
  return exportPiece(input, caller.cursor, {
    columns: csvColumns,
    sortable,
    otherwise: newestFirst,
    most: mostRows,
    async rows({ after, orderBy, limit, position }) {
      const rows = await search
        .select({ ...columns, position })
        .from(accessLogs)
        .where(and(which, after))
        .orderBy(...orderBy)
        .limit(limit)
      return rows.map(({ position, ...row }) => ({
        position,
        row: toAccessLog({ ...row, members: row.memberIds.length }),
      }))
    },
  })
}
