import type { Caller } from '@kingcar/bus'
import {
  type Alert,
  type AlertBell,
  type AlertRule,
  type contract,
  type Input,
  mostUnseenAlerts,
  type PageOf,
} from '@kingcar/contract'
import { page, sliced } from '@kingcar/db'
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { alertRules, alertSeen, alerts } from '../tables.ts'
import { isFor, isListedRule, isVisible, toAlert, toRule } from './queries.ts'

const sortable = { id: alerts.id, openedAt: alerts.openedAt }

/** Lists alerts that the caller may see; by default the newest first. */
export function listAlerts(
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.listAlerts>,
  caller: Caller,
): Promise<PageOf<Alert>> {
  const { state, kind, storeId } = input
  const selected = and(
    isVisible(caller),
    state === undefined ? undefined : state === 'open' ? isNull(alerts.closedAt) : isNotNull(alerts.closedAt),
    kind === undefined ? undefined : eq(alerts.kind, kind),
    storeId === undefined ? undefined : eq(alerts.storeId, storeId),
  )
  return page(
    input,
    sortable,
    'openedAt,desc',
    async (slice) => (await sliced(db.read.select().from(alerts).where(selected), slice)).map(toAlert),
    () => db.read.$count(alerts, selected),
  )
}

const newest = 10

/** The newest alerts for the caller, and how many of them were reported after the caller last marked alerts as seen. */
export async function getAlertBell({ db }: Pick<Ctx, 'db'>, _input: object, caller: Caller): Promise<AlertBell> {
  const isMine = and(isVisible(caller), isFor(caller), sql`${alerts.channels} && '{bell,browser}'`)
  const { read } = db
  const ownId = caller.actor?.id ?? ''
  const [[seen], latest] = await Promise.all([
    read.select({ until: alertSeen.seenUntil }).from(alertSeen).where(eq(alertSeen.adminId, ownId)),
    read.select().from(alerts).where(isMine).orderBy(desc(alerts.notifiedAt), desc(alerts.id)).limit(newest),
  ])
  const unseen = read
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(isMine, seen && gt(alerts.notifiedAt, seen.until)))
    .limit(mostUnseenAlerts)
  const count = (await unseen).length
  return { unseen: count, seenUntil: seen?.until.toISOString() ?? null, latest: latest.map(toAlert) }
}

/** Lists the rules that concern the caller, of the kinds that the caller may see; by default the oldest first. */
export const listAlertRules = (
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.listAlertRules>,
  caller: Caller,
): Promise<PageOf<AlertRule>> =>
  page(
    input,
    { id: alertRules.id, createdAt: alertRules.createdAt },
    'createdAt,asc',
    async (slice) => (await sliced(db.read.select().from(alertRules).where(isListedRule(caller)), slice)).map(toRule),
    () => db.read.$count(alertRules, isListedRule(caller)),
  )
