import type { Caller } from '@kingcar/bus'
import { type Alert, type AlertKind, type AlertRule, AppError, alertKindsFor, storeAlertKinds } from '@kingcar/contract'
import { ofStores, type Tx } from '@kingcar/db'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { type AdminRow, type AlertRow, type AlertRuleRow, alertRules, alerts } from '../tables.ts'

export const toAlert = ({
  ruleId: _rule,
  roles: _roles,
  adminIds: _ids,
  changedAt: _changed,
  ...row
}: AlertRow): Alert => ({
  ...row,
  since: row.since?.toISOString() ?? null,
  openedAt: row.openedAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
})

/** The fields of a rule that administrators change, also for the audit log. */
export const fieldsOf = ({
  threshold,
  storeIds,
  channels,
  roles,
  adminIds,
  quietFrom,
  quietTo,
  enabled,
}: Omit<AlertRuleRow, 'id' | 'kind'>) => ({
  ...{ threshold, storeIds, channels, roles, adminIds, quietFrom, quietTo, enabled },
})

export const toRule = (row: AlertRuleRow): AlertRule => ({
  ...{ id: row.id, kind: row.kind },
  ...fieldsOf(row),
  createdAt: row.createdAt.toISOString(),
})

/** True for alerts that the caller may see: of the kinds of what the role may see, and of the own stores. */
export function isVisible({ actor, stores }: Pick<Caller, 'actor' | 'stores'>): SQL {
  const kinds = actor?.role === 'admin' ? alertKindsFor(actor) : []
  return and(inArray(alerts.kind, kinds), ofStores(alerts.storeId, stores)) ?? sql`false`
}

/** True for alerts whose rule names the caller. */
export const isFor = ({ actor }: Pick<Caller, 'actor'>): SQL =>
  actor?.role === 'admin'
    ? sql`(${actor.adminRole}::text = any(${alerts.roles}) or ${actor.id}::uuid = any(${alerts.adminIds}))`
    : sql`false`

/** Whether an administrator gets an alert: its rule names the administrator, who may see it. */
export const getsAlert = (
  { id, role, storeIds }: Pick<AdminRow, 'id' | 'role' | 'storeIds'>,
  { kind, storeId, roles, adminIds }: Pick<AlertRow, 'kind' | 'storeId' | 'roles' | 'adminIds'>,
): boolean =>
  (roles.includes(role) || adminIds.includes(id)) &&
  alertKindsFor({ adminRole: role, storeIds }).includes(kind) &&
  (storeIds === null || (storeId !== null && storeIds.includes(storeId)))

/** True for rules that an administrator of certain stores may change. */
export const isOwnRule = (stores: Caller['stores']): SQL | undefined =>
  stores ? sql`${alertRules.storeIds} <@ ${makePgArray([...stores])}::uuid[]` : undefined

/** True for rules that concern the caller: also those of all stores, for kinds of stores. */
export const isListedRule = (stores: Caller['stores']): SQL | undefined =>
  stores
    ? or(
        isOwnRule(stores),
        and(isNull(alertRules.storeIds), inArray(alertRules.kind, [...storeAlertKinds] as AlertKind[])),
      )
    : undefined

/**
 * Locks a rule until the transaction ends.
 * @throws AppError ALERT_RULE_NOT_FOUND, also for one that is not of the own stores alone
 */
export async function lockRule(tx: Tx, id: string, stores: Caller['stores']): Promise<AlertRuleRow> {
  const [row] = await tx
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.id, id), isOwnRule(stores)))
    .for('update')
  if (!row) throw new AppError('ALERT_RULE_NOT_FOUND')
  return row
}
