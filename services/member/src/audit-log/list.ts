import type { Caller } from '@kingcar/bus'
import {
  type AuditLog,
  auditActionLabel,
  auditEntityLabel,
  auditFieldLabel,
  auditValueLabel,
  type CsvColumns,
  type CsvPiece,
  type contract,
  csvTime,
  type Input,
  type PageOf,
  rangeOf,
} from '@kingcar/contract'
import { exportPiece, inRange, page } from '@kingcar/db'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { admins, auditLogs } from '../tables.ts'
import { matchesSearch } from './search.ts'
import { truncateValues } from './truncate-values.ts'

type Query = Input<typeof contract.member.listAuditLogs>

const sortable = { id: auditLogs.id, at: auditLogs.at }
const newestFirst = 'at,desc'
const columns = {
  id: auditLogs.id,
  at: auditLogs.at,
  actorId: auditLogs.actorId,
  actorName: admins.name,
  action: auditLogs.action,
  entity: auditLogs.entity,
  entityId: auditLogs.entityId,
  before: auditLogs.before,
  after: auditLogs.after,
  requestId: auditLogs.requestId,
}
/** One entry can hold two texts of 50,000 characters. */
const mostRows = 50

/** What administrators changed, the newest first unless asked otherwise. */
export function listAuditLogs({ db: { read } }: Ctx, input: Query): Promise<PageOf<AuditLog>> {
  const which = whichOf(input)
  return page(
    input,
    sortable,
    newestFirst,
    async ({ orderBy, limit, offset }) => {
      const rows = await read
        .select(columns)
        .from(auditLogs)
        .leftJoin(admins, eq(admins.id, auditLogs.actorId))
        .where(which)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      return truncateValues(rows.map(toAuditLog))
    },
    () => read.$count(auditLogs, which),
  )
}

/** The same list as a file. */
export function exportAuditLogs({ db: { read } }: Ctx, input: Query, caller: Caller): Promise<CsvPiece> {
  const which = whichOf(input)
  return exportPiece(input, caller.cursor, {
    columns: file,
    sortable,
    otherwise: newestFirst,
    most: mostRows,
    async rows({ after, orderBy, limit, position }) {
      const rows = await read
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

const file: CsvColumns<AuditLog> = [
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

/** A line for each field, which no value may break: what follows would look like another field. */
const fieldsInWords = (entity: string, fields: Record<string, unknown> | null) =>
  fields &&
  Object.entries(fields)
    .map(
      ([field, value]) =>
        `${auditFieldLabel(entity, field)}: ${inOneLine(auditValueLabel(entity, field, value), value)}`,
    )
    .join('\n')

const inOneLine = (word: string, value: unknown) => (/[\r\n]/.test(word) ? JSON.stringify(value) : word)

const whichOf = ({ q, actorId, entity, ...period }: Query): SQL | undefined =>
  and(
    inRange(auditLogs.at, rangeOf(period)),
    actorId === undefined ? undefined : eq(auditLogs.actorId, actorId),
    entity === undefined ? undefined : eq(auditLogs.entity, entity),
    q === undefined ? undefined : matchesSearch(q),
  )

type Row = Omit<AuditLog, 'at' | 'actorName'> & { at: Date; actorName: string | null }
const toAuditLog = ({ at, actorName, ...row }: Row): AuditLog => ({
  ...row,
  at: at.toISOString(),
  actorName: actorName ?? '',
})
