import type { Caller } from '@kingcar/bus'
import {
  type AuditLog,
  auditActionLabel,
  auditEntityLabel,
  auditFieldLabel,
  auditValueLabel,
  type CsvColumns,
  type CsvPiece,
  contract,
  csvTime,
  type Input,
  openedMembers,
} from '@kingcar/contract'
import { exportPiece } from '@kingcar/db'
import { recordExport } from '@kingcar/service'
import { and } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { auditLogs } from '../tables.ts'
import { columns, matchesQuery, newestFirst, sortable, toAuditLog } from './queries.ts'
import { storeAuditEntry } from './store-entry.ts'

/** Largest number of rows in one piece: an entry can hold two texts of 50,000 characters. */
const mostRows = 50

const columnsOf = (full: boolean): CsvColumns<AuditLog> => [
  ['일시', ({ at }) => csvTime(at)],
  ['관리자', ({ actorName }) => actorName],
  ['관리자 ID', ({ actorId }) => actorId],
  ['한 일', ({ action }) => auditActionLabel(action)],
  ['대상', ({ entity }) => auditEntityLabel(entity)],
  ['대상 ID', ({ entityId }) => entityId],
  ['이전 값', ({ entity, before }) => fieldsInWords(entity, before, full)],
  ['이후 값', ({ entity, after }) => fieldsInWords(entity, after, full)],
  ['요청 ID', ({ requestId }) => requestId],
]

/**
 * Exports the list of `listAuditLogs` as CSV, piece by piece: with complete values, or only with the names of changed
 * fields.
 */
export async function exportAuditLogs(
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.exportAuditLogs>,
  caller: Caller,
): Promise<CsvPiece> {
  const { search } = db
  const which = matchesQuery(input)
  await recordExport(contract.member.exportAuditLogs, input, caller, {
    count: () => search.$count(auditLogs, which),
    store: (entry) => db.transaction(async (tx) => storeAuditEntry(tx, entry)),
  })
  return exportPiece(input, caller.cursor, {
    columns: columnsOf(input.full === true),
    sortable,
    otherwise: newestFirst,
    most: mostRows,
    memberOf: input.full ? membersOf : undefined,
    async rows({ after, orderBy, limit, position }) {
      const rows = await search
        .select({ ...columns, position })
        .from(auditLogs)
        .where(and(which, after))
        .orderBy(...orderBy)
        .limit(limit)
      return rows.map(({ position, ...row }) => ({ position, row: toAuditLog(row) }))
    },
  })
}

/** The members whose data an entry has. */
const membersOf = ({ entity, entityId, before, after }: AuditLog) => [
  ...(entity === 'member' ? [entityId] : []),
  ...openedMembers([before, after]),
]

/**
 * One line for each field. A value with line breaks is written as JSON, so that a part of it cannot look like another
 * field.
 */
const fieldsInWords = (entity: string, fields: Record<string, unknown> | null, full: boolean) =>
  fields &&
  Object.entries(fields)
    .map(([field, value]) =>
      full
        ? `${auditFieldLabel(entity, field)}: ${inOneLine(auditValueLabel(entity, field, value), value)}`
        : auditFieldLabel(entity, field),
    )
    .join('\n')

const inOneLine = (word: string, value: unknown) => (/[\r\n]/.test(word) ? JSON.stringify(value) : word)
