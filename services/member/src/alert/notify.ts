import type { AlertChannel } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type AlertRow, admins, alertRules } from '../tables.ts'
import { enqueue } from '../task/queries.ts'
import { insertWebhookFacts } from '../webhook/store-events.ts'
import { quietUntil } from './alert.ts'
import { getsAlert } from './queries.ts'

/** Seconds for which sending a message about alerts is tried, after its quiet hours: a later message has no use. */
const lifetime = 3_600

/**
 * Reports alerts that opened, affect more, or closed. Each administrator gets one mail and one AlimTalk for all alerts
 * that opened together, so that an outage of a network is one message and not one for each device. Partners get
 * webhooks. Kick tasks and webhooks after the commit.
 */
export async function notify(
  tx: Tx,
  { channels: { talk, sms }, sendsMail, now }: NotifyDeps,
  { opened, again = [], closed = [] }: Record<'opened', AlertRow[]> & Partial<Record<'again' | 'closed', AlertRow[]>>,
): Promise<void> {
  await insertWebhookFacts(tx, [
    ...opened.filter(isForPartners).map((alert) => ({ ...factOfAlert(alert), type: 'alert.opened' as const })),
    ...again.filter(isForPartners).map((alert) => {
      const at = alert.notifiedAt.toISOString()
      return { ...factOfAlert(alert, true), type: 'alert.opened' as const, distinction: at, at }
    }),
    ...closed.filter(isForPartners).map((alert) => ({ ...factOfAlert(alert), type: 'alert.closed' as const })),
  ])
  const reported = [...opened, ...again]
  const of = (channel: AlertChannel) => reported.filter(({ channels }) => channels.includes(channel))
  const sent = [
    { kind: 'mailAlerts' as const, alerts: sendsMail ? of('mail') : [] },
    { kind: 'talkAlerts' as const, alerts: talk || sms ? of('talk') : [] },
  ].filter(({ alerts }) => alerts.length > 0)
  if (sent.length === 0) return
  const rules = await tx.select().from(alertRules)
  const untilOf = new Map(rules.map((rule) => [rule.id, quietUntil(rule, now())?.getTime() ?? null]))
  const enabled = await tx.select().from(admins).where(eq(admins.disabled, false))
  for (const { kind, alerts } of sent)
    for (const [until, group] of Map.groupBy(alerts, ({ ruleId }) => untilOf.get(ruleId) ?? null)) {
      const delay = until === null ? 0 : Math.ceil((until - now().getTime()) / 1_000)
      for (const admin of enabled.filter(({ alertPhone }) => kind === 'mailAlerts' || alertPhone !== null)) {
        const alertIds = group.filter((alert) => getsAlert(admin, alert)).map(({ id }) => id)
        if (alertIds.length > 0) await enqueue(tx, { kind, adminId: admin.id, alertIds }, delay + lifetime, delay)
      }
    }
}

export type NotifyDeps = Pick<Ctx, 'channels' | 'sendsMail' | 'now'>

const isForPartners = ({ channels }: AlertRow) => channels.includes('webhook')

/** The content of a webhook about an alert. */
export const factOfAlert = (
  {
    id,
    kind,
    storeId,
    count,
    openedAt,
    closedAt,
  }: Pick<AlertRow, 'id' | 'kind' | 'storeId' | 'count' | 'openedAt' | 'closedAt'>,
  repeated = false,
) => ({
  ...{ key: id, distinction: '', at: (closedAt ?? openedAt).toISOString() },
  data: {
    ...{ alertId: id, kind, storeId, count, openedAt: openedAt.toISOString() },
    closedAt: closedAt?.toISOString() ?? null,
    repeated,
  },
})
