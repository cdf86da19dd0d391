import { type AuditLog, type contract, type Input, rangeOf } from '@kingcar/contract'
import { inRange } from '@kingcar/db'
import { and, eq, type SQL } from 'drizzle-orm'
import { auditLogs } from '../tables.ts'
import { nameOfActor } from './name-of-actor.ts'
import { matchesSearch } from './search.ts'

export type Query = Input<typeof contract.member.listAuditLogs>

export const sortable = { id: auditLogs.id, at: auditLogs.at }
export const newestFirst = 'at,desc'

export const columns = {
  id: auditLogs.id,
  at: auditLogs.at,
  actorId: auditLogs.actorId,
  actorName: nameOfActor(auditLogs.actorId),
  action: auditLogs.action,
  entity: auditLogs.entity,
  entityId: auditLogs.entityId,
  before: auditLogs.before,
  after: auditLogs.after,
  requestId: auditLogs.requestId,
}
type Row = Omit<AuditLog, 'at' | 'actorName'> & { at: Date; actorName: string | null }

export const toAuditLog = ({ at, actorName, ...row }: Row): AuditLog => ({
  ...row,
  at: at.toISOString(),
  actorName: actorName ?? '',
})

/** Condition for the entries that a query requests. */
export const matchesQuery = ({ q, actorId, entity, ...period }: Query): SQL | undefined =>
  and(
    inRange(auditLogs.at, rangeOf(period)),
    actorId === undefined ? undefined : eq(auditLogs.actorId, actorId),
    entity === undefined ? undefined : eq(auditLogs.entity, entity),
    q === undefined ? undefined : matchesSearch(q),
  )
