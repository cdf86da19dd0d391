import type { Caller } from '@kingcar/bus'
import {
  type Alert,
  type AlertKind,
  type AlertRule,
  AppError,
  alertKindsFor,
  mostAlertRules,
  mostAlertRulesOfStore,
  storeAlertKinds,
} from '@kingcar/contract'
import { ofStores, type Reader, type Tx } from '@kingcar/db'
import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { type AdminRow, type AlertRow, type AlertRuleRow, admins, alertRules, alerts } from '../tables.ts'
import { happens } from './alert.ts'

export const toAlert = ({
  ruleId: _rule,
  roles: _roles,
  adminIds: _ids,
  changedAt: _changed,
  notifiedCount: _count,
  notifiedNames: _names,
  ...row
}: AlertRow): Alert => ({
  ...row,
  since: row.since?.toISOString() ?? null,
  openedAt: row.openedAt.toISOString(),
  notifiedAt: row.notifiedAt.toISOString(),
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
  repeatHours,
  enabled,
}: Omit<AlertRuleRow, 'id' | 'kind'>) => ({
  ...{ threshold, storeIds, channels, roles, adminIds, quietFrom, quietTo, repeatHours, enabled },
})

export const toRule = (row: AlertRuleRow): AlertRule => ({
  ...{ id: row.id, kind: row.kind },
  ...fieldsOf(row),
  createdAt: row.createdAt.toISOString(),
})

/** The kinds whose alerts and rules the caller may see. */
export const kindsFor = ({ actor }: Pick<Caller, 'actor'>): AlertKind[] =>
  actor?.role === 'admin' ? alertKindsFor(actor) : []

/** True for alerts that the caller may see: of the kinds that the role may see, and of the caller's stores. */
export function isVisible({ actor, stores }: Pick<Caller, 'actor' | 'stores'>): SQL {
  return and(inArray(alerts.kind, kindsFor({ actor })), ofStores(alerts.storeId, stores)) ?? sql`false`
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

/**
 * The alerts that are reported to an administrator now: the administrator is enabled and may still see them; the oldest
 * come first. Alerts whose cause has ended in the meantime are omitted.
 */
export async function findDueAlerts(
  read: Reader,
  { adminId, alertIds }: { adminId: string; alertIds: string[] },
): Promise<{ admin: AdminRow; first: Alert; due: Alert[] } | undefined> {
  const isEnabled = and(eq(admins.id, adminId), eq(admins.disabled, false))
  const [admin] = await read.select().from(admins).where(isEnabled)
  if (!admin) return undefined
  const rows = await read.select().from(alerts).where(inArray(alerts.id, alertIds)).orderBy(asc(alerts.id))
  const due = rows.filter((row) => (row.closedAt === null || happens(row.kind)) && getsAlert(admin, row)).map(toAlert)
  const [first] = due
  return first && { admin, first, due }
}

const isOwn = (stores: Caller['stores']): SQL | undefined =>
  stores ? sql`${alertRules.storeIds} <@ ${makePgArray([...stores])}::uuid[]` : undefined
const isOfVisibleKind = (caller: Pick<Caller, 'actor'>): SQL => inArray(alertRules.kind, kindsFor(caller))

/**
 * True for rules that concern the caller, of kinds that the caller may see. For kinds that belong to stores this
 * includes rules of all stores.
 */
export const isListedRule = (caller: Pick<Caller, 'actor' | 'stores'>): SQL | undefined =>
  and(
    isOfVisibleKind(caller),
    caller.stores
      ? or(
          isOwn(caller.stores),
          and(isNull(alertRules.storeIds), inArray(alertRules.kind, [...storeAlertKinds] as AlertKind[])),
        )
      : undefined,
  )

/**
 * Locks a rule until the transaction ends.
 * @throws AppError ALERT_RULE_NOT_FOUND, also for one that is not limited to the caller's stores, or of a kind that the caller may not see
 */
export async function lockRule(tx: Tx, id: string, caller: Pick<Caller, 'actor' | 'stores'>): Promise<AlertRuleRow> {
  const [row] = await tx
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.id, id), isOfVisibleKind(caller), isOwn(caller.stores)))
    .for('update')
  if (!row) throw new AppError('ALERT_RULE_NOT_FOUND')
  return row
}

/** Locks the set of rules until the transaction ends. */
export const lockRules = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('member alert rules', 0))`)

type Comparable = Omit<ReturnType<typeof fieldsOf>, 'enabled'> & Pick<AlertRuleRow, 'kind'>

/**
 * Requires locked rules. Lists are compared without their order.
 * @param id of the rule that changes
 * @throws AppError ALERT_RULE_EXISTS
 */
export async function assertNoEqualRule(tx: Tx, rule: Comparable, id?: string): Promise<void> {
  const { kind, threshold, storeIds, channels, roles, adminIds, quietFrom, quietTo, repeatHours } = rule
  const isSame = (column: SQL, list: readonly string[]) =>
    sql`(${column}::text[] <@ ${makePgArray([...list])}::text[] and ${column}::text[] @> ${makePgArray([...list])}::text[])`
  const equal = await tx.$count(
    alertRules,
    and(
      eq(alertRules.kind, kind),
      eq(alertRules.threshold, threshold),
      storeIds === null ? isNull(alertRules.storeIds) : isSame(sql`${alertRules.storeIds}`, storeIds),
      isSame(sql`${alertRules.channels}`, channels),
      isSame(sql`${alertRules.roles}`, roles),
      isSame(sql`${alertRules.adminIds}`, adminIds),
      sql`${alertRules.quietFrom} is not distinct from ${quietFrom} and ${alertRules.quietTo} is not distinct from ${quietTo}`,
      sql`${alertRules.repeatHours} is not distinct from ${repeatHours}::integer`,
      id === undefined ? undefined : ne(alertRules.id, id),
    ),
  )
  if (equal > 0) throw new AppError('ALERT_RULE_EXISTS')
}

/**
 * Requires locked rules. Each store has its own limit, so that the manager of one store cannot use up the limit of
 * others.
 * @param id of the rule that changes
 * @throws AppError ALERT_RULE_LIMIT
 */
export async function assertRoomForRule(tx: Tx, storeIds: readonly string[] | null, id?: string): Promise<void> {
  const others = id === undefined ? undefined : ne(alertRules.id, id)
  if (storeIds === null) {
    const found = await tx.$count(alertRules, and(isNull(alertRules.storeIds), others))
    if (found >= mostAlertRules) throw new AppError('ALERT_RULE_LIMIT')
    return
  }
  const stores = makePgArray([...storeIds])
  const full = await tx.execute(sql`
    select 1 from ${alertRules}, unnest(${alertRules.storeIds}) as s (id)
    where s.id = any(${stores}::uuid[]) and ${others ?? sql`true`}
    group by s.id having count(*) >= ${mostAlertRulesOfStore}::integer limit 1`)
  if (full.length > 0) throw new AppError('ALERT_RULE_LIMIT')
}
