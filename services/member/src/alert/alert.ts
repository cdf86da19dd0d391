import { type AlertKind, alertUnits, isStoreAlert } from '@kingcar/contract'

/** The fields of a rule that the decision needs. */
export type DecidingRule = {
  id: string
  kind: AlertKind
  threshold: number
  storeIds: readonly string[] | null
  enabled: boolean
  repeatHours: number | null
} & QuietHours

/** A current cause of alerts: one for each store in kinds that belong to stores, otherwise one for each kind. */
export type Cause = {
  kind: AlertKind
  storeId: string | null
  count: number
  since: string | null
  names: readonly string[]
  targetId: string | null
}

/**
 * The current causes of all kinds. No decision is made about kinds that are not `known`, because a service does not
 * respond.
 */
export type Snapshot = {
  at: Date
  causes: readonly Cause[]
  known: ReadonlySet<AlertKind>
  /** Kinds with more causes than are listed here: alerts of other stores stay open. */
  truncated: ReadonlySet<AlertKind>
  /** `openSince` is null while the store is closed. */
  stores: ReadonlyMap<string, { name: string; openSince: string | null }>
}

export type OpenAlert = {
  id: string
  ruleId: string
  kind: AlertKind
  storeId: string | null
  count: number
  names: readonly string[]
  changedAt: Date
  notifiedAt: Date
  notifiedCount: number
  notifiedNames: readonly string[]
}

export type Decision = {
  opened: { ruleId: string; cause: Cause; storeName: string | null }[]
  /** `isAgain`: the alert has to be reported again. */
  changed: { id: string; cause: Cause; isAgain: boolean }[]
  closed: string[]
}

/** Kinds of single events, which have no end. */
export const happeningKinds = ['refund', 'newDevice'] as const satisfies readonly AlertKind[]
export type HappeningKind = (typeof happeningKinds)[number]
export const happens = (kind: AlertKind) => happeningKinds.some((each) => each === kind)
/** An event within this time adds to the open alert instead of opening another one: ten minutes. */
export const happeningMs = 10 * 60_000

const minuteMs = 60_000
const keyOf = (ruleId: string, storeId: string | null) => `${ruleId} ${storeId}`
const isOf = ({ storeIds }: DecidingRule, storeId: string | null) =>
  storeIds === null || (storeId !== null && storeIds.includes(storeId))

/**
 * Decides which alerts open, change and close. There is at most one open alert for each rule and store, however many
 * devices or orders are its cause. An alert of silence opens only in opening hours; its minutes count from the opening
 * of the store at the earliest. It lasts until the silence ends.
 */
export function decide(rules: readonly DecidingRule[], snapshot: Snapshot, open: readonly OpenAlert[]): Decision {
  const { at, causes, known, truncated, stores } = snapshot
  const opens = new Map(open.map((alert) => [keyOf(alert.ruleId, alert.storeId), alert]))
  const decision: Decision = { opened: [], changed: [], closed: [] }
  const lasting = new Set<string>()
  for (const rule of rules.filter((each) => each.enabled && known.has(each.kind) && !happens(each.kind)))
    for (const cause of causes.filter((each) => each.kind === rule.kind && isOf(rule, each.storeId))) {
      const key = keyOf(rule.id, cause.storeId)
      const alert = opens.get(key)
      if (alert ? !lasts(rule, cause) : !begins(rule, cause, snapshot)) continue
      lasting.add(key)
      if (!alert) {
        const storeName = cause.storeId === null ? null : (stores.get(cause.storeId)?.name ?? null)
        decision.opened.push({ ruleId: rule.id, cause, storeName })
        continue
      }
      const isAgain = isWorse(alert, cause) ? isDueAgain(rule, alert, at) : isReminded(rule, alert, at)
      if (isAgain || alert.count !== cause.count || alert.names.join() !== cause.names.join())
        decision.changed.push({ id: alert.id, cause, isAgain })
    }
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  for (const alert of open) {
    const rule = byId.get(alert.ruleId)
    const isDone = happens(alert.kind)
      ? at.getTime() - alert.changedAt.getTime() >= happeningMs
      : known.has(alert.kind) && !truncated.has(alert.kind) && !lasting.has(keyOf(alert.ruleId, alert.storeId))
    if (!rule?.enabled || !isOf(rule, alert.storeId) || isDone) decision.closed.push(alert.id)
  }
  return decision
}

function begins(rule: DecidingRule, cause: Cause, { at, stores }: Snapshot): boolean {
  if (alertUnits[rule.kind] === 'percent') return cause.count >= rule.threshold
  if (!isStoreAlert(rule.kind)) return lasts(rule, cause)
  const openSince = cause.storeId === null ? null : (stores.get(cause.storeId)?.openSince ?? null)
  if (openSince === null || cause.since === null) return false
  const since = Math.max(Date.parse(cause.since), Date.parse(openSince))
  return at.getTime() - since >= rule.threshold * minuteMs
}

/** The shortest time between two reports of an alert, in ms. */
const againMs = 10 * 60_000

/**
 * Whether more is affected than was reported; or, if all affected ones were named, another one: otherwise an open alert
 * would hide the next failure.
 */
function isWorse({ notifiedCount, notifiedNames }: OpenAlert, { kind, count, names }: Cause): boolean {
  if (count >= notifiedCount + (alertUnits[kind] === 'percent' ? percentBelow : 1)) return true
  return notifiedNames.length >= notifiedCount && names.some((name) => !notifiedNames.includes(name))
}

/** Whether the alert has to be reported again; in quiet hours the next report waits until these end. */
const isDueAgain = (rule: DecidingRule, { notifiedAt }: OpenAlert, at: Date): boolean =>
  at.getTime() - notifiedAt.getTime() >= againMs && quietUntil(rule, at) === null

/** Whether an alert has stayed open for the rule's `repeatHours` since the last report. */
const isReminded = (rule: DecidingRule, { notifiedAt }: OpenAlert, at: Date): boolean =>
  rule.repeatHours !== null &&
  at.getTime() - notifiedAt.getTime() >= rule.repeatHours * 60 * minuteMs &&
  quietUntil(rule, at) === null

/**
 * An alert of a percentage lasts until the value is this far below the threshold, so that a value that varies around
 * the threshold is one alert.
 */
const percentBelow = 5

function lasts({ kind, threshold }: DecidingRule, { count }: Cause): boolean {
  const unit = alertUnits[kind]
  return unit === 'minutes' || (unit === 'percent' ? count >= threshold - percentBelow : count > threshold)
}

export type QuietHours = { quietFrom: string | null; quietTo: string | null }

const dayMs = 86_400_000
/** Asia/Seoul has no summer time. */
const seoulMs = 9 * 3_600_000
const timeOfDay = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * minuteMs
}

/** The end of the quiet hours that contain a time; null if none do. Quiet hours can go over midnight. */
export function quietUntil({ quietFrom, quietTo }: QuietHours, now: Date): Date | null {
  if (quietFrom === null || quietTo === null) return null
  const midnight = Math.floor((now.getTime() + seoulMs) / dayMs) * dayMs - seoulMs
  const [from, to, at] = [timeOfDay(quietFrom), timeOfDay(quietTo), now.getTime() - midnight]
  const isQuiet = from < to ? at >= from && at < to : at >= from || at < to
  if (!isQuiet) return null
  return new Date(midnight + to + (at < to ? 0 : dayMs))
}
