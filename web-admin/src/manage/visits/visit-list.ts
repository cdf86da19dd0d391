import {
  type LiveEvent,
  normalisePlate,
  type PageOf,
  periodEnd,
  periodStart,
  type VisitKind,
  type VisitRow,
} from '@kingcar/contract'
import type { KnownVisits } from '../feed/visit-feed.ts'

/*
 * A list of visits that stays where it is while cars come in.
 *
 * A page that was asked for keeps its rows and their order. What the live socket tells of a visit on show changes its row
 * in place; a visit that is not on show waits, counted, until somebody asks for it. Where events were lost, the page is
 * asked for once more, beside the one on show, and tells what they would have told. So nothing moves under a finger, and
 * the page with what was heard since is always right.
 */

/** A page of visits as it was answered. It holds all that was heard up to `asOf`; `askedAt` by the server's clock. */
export type VisitPage = { page: PageOf<VisitRow>; asOf: number; askedAt: number }

/** Which visits a list asks for: days in Seoul, both included, a plate or its last four digits, a member's name or id. */
export type VisitFilter = {
  storeId?: string
  from?: string
  to?: string
  carNumber?: string
  member?: string
  kind?: VisitKind
}

/**
 * What waits to be shown: visits that came and are not among the rows. Of a list that no event can be judged by they may
 * belong to it: then their number is no number of what will be shown.
 */
export type Waiting = { count: number; certain: boolean }

/** The rows as they are now, and what waits. `again` is the same page, asked for since. */
export function currentVisits(
  asked: VisitPage,
  known: KnownVisits,
  filter: VisitFilter,
  again?: VisitPage,
): { rows: VisitRow[]; waiting: Waiting } {
  const seenAgain = new Map(again?.page.content.map((visit) => [visit.id, visit]))
  const rows = asked.page.content.map((visit) => {
    const since = seenAgain.get(visit.id)
    const heard = known.get(visit.id)
    const asOf = since === undefined || again === undefined ? asked.asOf : again.asOf
    return heard !== undefined && heard.at > asOf ? changed(since ?? visit, heard.event) : (since ?? visit)
  })
  const latest = again ?? asked
  const shown = new Set(asked.page.content.map(({ id }) => id))
  const newer = newerThan(latest)
  const belongs = matcherOf(filter)
  const isWaiting = ({ event, at }: { event: LiveEvent; at: number }) =>
    at > latest.asOf &&
    !shown.has(event.visitId) &&
    !seenAgain.has(event.visitId) &&
    event.mergedInto === undefined &&
    Date.parse(event.recognizedAt) >= newer &&
    belongs(event)
  const heard = [...known.values()].filter(isWaiting).length
  const told = again === undefined ? 0 : newInRefetch(asked, again)
  const gone = again === undefined ? 0 : goneInRefetch(asked, again)
  return {
    rows,
    waiting: { count: told + heard + gone, certain: gone === 0 && (heard === 0 || canJudge(filter)) },
  }
}

/** How many of the rows do not belong to the page any more, as after a merge: they stay until somebody looks anew. */
function goneInRefetch(asked: VisitPage, again: VisitPage): number {
  const { content, first, last } = again.page
  const there = new Set(content.map(({ id }) => id))
  const [newest, oldest] = [content[0], content.at(-1)]
  const before = first || newest === undefined ? Number.POSITIVE_INFINITY : Date.parse(newest.recognizedAt)
  const since = last || oldest === undefined ? Number.NEGATIVE_INFINITY : Date.parse(oldest.recognizedAt)
  return asked.page.content.filter(({ id, recognizedAt }) => {
    const at = Date.parse(recognizedAt)
    return !there.has(id) && at > since && at < before
  }).length
}

/** How many visits a page that was asked for again has beyond the first one; of more than a page the total tells. */
function newInRefetch(asked: VisitPage, again: VisitPage): number {
  const shown = new Set(asked.page.content.map(({ id }) => id))
  const newer = newerThan(asked)
  const isNew = ({ id, recognizedAt }: VisitRow) => !shown.has(id) && Date.parse(recognizedAt) >= newer
  const found = again.page.content.filter(isNew).length
  const isWhole = asked.page.first && found < again.page.content.length
  return isWhole ? found : Math.max(found, again.page.totalElements - asked.page.totalElements)
}

/** Whose a visit is no event tells. */
const canJudge = ({ member, kind }: VisitFilter): boolean => member === undefined && kind === undefined

/** Whether an event's visit is one of those asked for, or may be. */
function matcherOf({ storeId, from, to, carNumber }: VisitFilter): (event: LiveEvent) => boolean {
  const since = from === undefined ? Number.NEGATIVE_INFINITY : periodStart(from).getTime()
  const until = to === undefined ? Number.POSITIVE_INFINITY : periodEnd(to).getTime()
  const plate = carNumber === undefined ? undefined : normalisePlate(carNumber)
  return (event) => {
    const at = Date.parse(event.recognizedAt)
    return (
      at >= since &&
      at < until &&
      (storeId === undefined || event.storeId === storeId) &&
      (plate === undefined || (/^\d{4}$/.test(plate) ? event.carNumber.endsWith(plate) : event.carNumber === plate))
    )
  }
}

/**
 * Since when a visit that is not on this page must be a new one. An older one may stand on another page: then its event
 * tells of a change. A first page that is not full has nothing beyond it.
 */
function newerThan({ page, askedAt }: VisitPage): number {
  if (!page.first) return askedAt
  const oldest = page.content.at(-1)
  return page.last || oldest === undefined ? Number.NEGATIVE_INFINITY : Date.parse(oldest.recognizedAt)
}

/** What was proposed for a plate goes with it. */
function changed(visit: VisitRow, event: LiveEvent): VisitRow {
  const { name, carNumber, visitCount, recognizedAt, reads, late, productUsed } = event
  const mergedInto = event.mergedInto ?? null
  const suggestedCarNumber = carNumber === visit.carNumber ? visit.suggestedCarNumber : null
  return {
    ...visit,
    name,
    carNumber,
    visitCount,
    recognizedAt,
    reads,
    late,
    productUsed,
    mergedInto,
    suggestedCarNumber,
  }
}
