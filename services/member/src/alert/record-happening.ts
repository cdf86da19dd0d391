import type { Tx } from '@kingcar/db'
import { and, eq, lt, sql } from 'drizzle-orm'
import { type AlertRow, alertRules, alerts } from '../tables.ts'
import type { HappeningKind } from './alert.ts'
import { type NotifyDeps, notify } from './notify.ts'

/**
 * Alerts about a single event, by each rule whose threshold is below its value. It opens an alert, or adds to an open
 * one, so that many events at a time are one alert. Kick tasks and webhooks after the commit.
 * @param value in the unit of the kind
 */
export async function recordHappening(
  tx: Tx,
  ctx: NotifyDeps,
  { kind, value, targetId }: { kind: HappeningKind; value: number; targetId: string },
): Promise<void> {
  const rules = await tx
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.kind, kind), eq(alertRules.enabled, true), lt(alertRules.threshold, value)))
    .orderBy(alertRules.id)
  const opened: AlertRow[] = []
  for (const { id: ruleId, threshold, channels, roles, adminIds } of rules) {
    const added = { ruleId, kind, storeId: null, storeName: null, count: 1, names: [], targetId, since: null }
    const [row] = await tx
      .insert(alerts)
      .values({ ...added, threshold, channels, roles, adminIds, openedAt: sql`clock_timestamp()`, notifiedCount: 1 })
      .onConflictDoUpdate({
        target: [alerts.ruleId, alerts.storeId],
        targetWhere: sql`closed_at is null`,
        set: { count: sql`${alerts.count} + 1`, targetId, changedAt: sql`now()` },
      })
      .returning()
    if (row && row.count === 1) opened.push(row)
  }
  await notify(tx, ctx, { opened })
}
