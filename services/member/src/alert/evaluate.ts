import type { Tx } from '@kingcar/db'
import { fault, type Logger, startBackgroundJob } from '@kingcar/runtime'
import { inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type AlertRow, alertRules, alerts } from '../tables.ts'
import { type Decision, decide, type Snapshot } from './alert.ts'
import { findCauses } from './causes.ts'
import { type NotifyDeps, notify } from './notify.ts'

/*
 * One process at a time evaluates the causes of alerts, every ten seconds: most of them are counts in other services,
 * which emit no event when they change, and the devices page also shows a device as offline within ten seconds. Events
 * of urgent causes trigger it immediately. If a process dies after it began, another one takes over after ten seconds;
 * a decision and the tasks that report it commit together.
 */
/** Seconds between two evaluations, of all processes together. */
const every = 10

type Deps = Pick<Ctx, 'db' | 'bus' | 'tasks' | 'webhooks'> & NotifyDeps

/**
 * Opens, changes and closes alerts.
 * @param isKicked true to evaluate now, even if another process has just done so
 */
async function evaluateAlerts(ctx: Deps, isKicked: boolean): Promise<void> {
  if (!(await begin(ctx, isKicked))) return
  const [{ startedAt } = { startedAt: '' }] = await ctx.db.read.execute<{ startedAt: string }>(
    sql`select clock_timestamp()::text as "startedAt"`,
  )
  const snapshot = await findCauses(ctx)
  const isReported = await ctx.db.transaction((tx) => apply(tx, ctx, snapshot, startedAt))
  if (!isReported) return
  ctx.tasks.kick()
  ctx.webhooks.kick()
}

/** Evaluates the causes until it is disposed; a kick evaluates them now. */
export function startAlerts(ctx: Deps, log: Logger): AsyncDisposable & { kick(): void } {
  let isKicked = false
  const work = async () => {
    const now = isKicked
    isKicked = false
    await evaluateAlerts(ctx, now)
  }
  const job = startBackgroundJob({ name: 'alerts', everyMs: every * 1_000, work }, log)
  return {
    kick() {
      isKicked = true
      job.kick()
    },
    [Symbol.asyncDispose]: () => job[Symbol.asyncDispose](),
  }
}

/** Claims the evaluation, so that only one process asks the services. */
async function begin({ db }: Pick<Ctx, 'db'>, isKicked: boolean): Promise<boolean> {
  const taken = await db.transaction((tx) =>
    tx.execute(sql`
      update alert_evaluations set begun_at = now()
      where ${isKicked}::boolean or begun_at < now() - make_interval(secs => ${every}::integer) returning 1`),
  )
  return taken.length > 0
}

/**
 * Locks the row, so that decisions are made one after the other. Causes that are older than those applied last are
 * ignored.
 */
async function apply(tx: Tx, ctx: Deps, snapshot: Snapshot, startedAt: string): Promise<boolean> {
  const current = await tx.execute(sql`
    update alert_evaluations set applied_at = ${startedAt}::timestamptz where applied_at < ${startedAt}::timestamptz returning 1`)
  if (current.length === 0) return false
  const rules = await tx.select().from(alertRules)
  const open = await tx.select().from(alerts).where(isNull(alerts.closedAt)).for('update')
  const decision = decide(rules, snapshot, open)
  const opened = await insertOpened(tx, decision.opened, new Map(rules.map((rule) => [rule.id, rule])))
  const again = await storeChanged(tx, decision.changed)
  const closed = await close(tx, decision.closed)
  await notify(tx, ctx, { opened, again, closed })
  await fault('member.alert.beforeCommit')
  return opened.length + again.length + closed.length > 0
}

async function insertOpened(
  tx: Tx,
  opened: Decision['opened'],
  rules: ReadonlyMap<string, typeof alertRules.$inferSelect>,
): Promise<AlertRow[]> {
  const rows = opened.flatMap(({ ruleId, storeName, cause: { since, names, ...cause } }) => {
    const rule = rules.get(ruleId)
    if (!rule) return []
    const { threshold, channels, roles, adminIds } = rule
    const at = since === null ? null : new Date(since)
    const values = { ruleId, storeName, ...cause, since: at, names: [...names], threshold, channels, roles, adminIds }
    const notified = { notifiedCount: cause.count, notifiedNames: [...names] }
    return [{ ...values, ...notified, openedAt: sql`clock_timestamp()` }] // not the start of the transaction: the caller may have marked alerts up to that time as seen
  })
  if (rows.length === 0) return []
  return tx.insert(alerts).values(rows).onConflictDoNothing().returning()
}

/** @returns those that are to be reported again */
async function storeChanged(tx: Tx, changed: Decision['changed']): Promise<AlertRow[]> {
  if (changed.length === 0) return []
  const rows = changed.map(({ id, isAgain, cause: { count, names, targetId } }) => ({
    id,
    isAgain,
    count,
    names,
    targetId,
  }))
  await tx.execute(sql`
    update ${alerts} a set count = c.count, names = array(select jsonb_array_elements_text(c.names)), target_id = c."targetId",
      changed_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c (id uuid, count integer, names jsonb, "targetId" uuid)
    where a.id = c.id`)
  const again = rows.filter(({ isAgain }) => isAgain).map(({ id }) => id)
  if (again.length === 0) return []
  return tx
    .update(alerts)
    .set({ notifiedAt: sql`clock_timestamp()`, notifiedCount: alerts.count, notifiedNames: alerts.names })
    .where(inArray(alerts.id, again))
    .returning()
}

async function close(tx: Tx, ids: string[]): Promise<AlertRow[]> {
  if (ids.length === 0) return []
  return tx.update(alerts).set({ closedAt: sql`now()` }).where(inArray(alerts.id, ids)).returning()
}
