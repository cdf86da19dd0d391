import type { Caller } from '@kingcar/bus'
import {
  type AuditLog,
  auditActionLabel,
  auditEntityLabel,
  auditFieldLabel,
  auditValueLabel,
  type CsvColumns,
  type CsvPiece,
  csvTime,
} from '@kingcar/contract'
import { exportPiece } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { admins, auditLogs } from '../tables.ts'
import { columns, matchesQuery, newestFirst, type Query, sortable, toAuditLog } from './queries.ts'

/** Rows of one piece: an entry can hold two texts of 50,000 characters. */
const mostRows = 50

const csvColumns: CsvColumns<AuditLog> = [
  ['일시', ({ at }) => csvTime(at)],
  ['관리자', ({ actorName }) => actorName],
  ['관리자 ID', ({ actorId }) => actorId],
  ['한 일', ({ action }) => auditActionLabel(action)],
  ['대상', ({ entity }) => auditEntityLabel(entity)],
  ['대상 ID', ({ entityId }) => entityId],
  ['이전 값', ({ entity, before }) => fieldsInWords(entity, before)],
  ['이후 값', ({ entity, after }) => fieldsInWords(entity, after)],
  ['요청 ID', ({ requestId }) => requestId],
]

/** Exports the list of `listAuditLogs` as CSV, piece by piece, with complete values. */
export function exportAuditLogs({ db: { search } }: Pick<Ctx, 'db'>, input: Query, caller: Caller): Promise<CsvPiece> {
  const which = matchesQuery(input)
  return exportPiece(input, caller.cursor, {
    columns: csvColumns,
    sortable,
    otherwise: newestFirst,
    most: mostRows,
    async rows({ after, orderBy, limit, position }) {
      const rows = await search
        .select({ ...columns, position })
        .from(auditLogs)
        .leftJoin(admins, eq(admins.id, auditLogs.actorId))
        .where(and(which, after))
        .orderBy(...orderBy)
        .limit(limit)
      return rows.map(({ position, ...row }) => ({ position, row: toAuditLog(row) }))
    },
  })
}

/** One line a field. A value with line breaks is written as JSON, so that it cannot look like another field. */
const fieldsInWords = (entity: string, fields: Record<string, unknown> | null) =>
  fields &&
  Object.entries(fields)
    .map(
      ([field, value]) =>
        `${auditFieldLabel(entity, field)}: ${inOneLine(auditValueLabel(entity, field, value), value)}`,
    )
    .join('\n')

const inOneLine = (word: string, value: unknown) => (/[\r\n]/.test(word) ? JSON.stringify(value) : word)
