import {
  type LiveEvent,
  normalisePlate,
  type PageOf,
  periodEnd,
  periodStart,
  type UseDecision,
  type VisitKind,
  type VisitRow,
} from '@kingcar/contract'
import type { KnownVisits } from '../feed/visit-feed.ts'

/*
 * A list of visits that does not move while visits arrive.
 *
 * A fetched page keeps its rows and their order. A live event of a visit on the page updates its row in place; other
 * visits are counted as waiting until the user loads them. If events were lost, the page is fetched again, in addition
 * to the shown one, to replace the lost events. So rows never move under the user's finger, and the page together with
 * later events is always correct.
 */

/** A fetched page of visits. It includes the first `asOf` events of the feed. `askedAt` is the time of the request by the server's clock. */
export type VisitPage = { page: PageOf<VisitRow>; asOf: number; askedAt: number }

/** Filters of a list: days in Seoul, both inclusive; a plate or its last four digits; a member's name or id. */
export type VisitFilter = {
  storeId?: string
  from?: string
  to?: string
  carNumber?: string
  member?: string
  kind?: VisitKind
  useDecision?: UseDecision
  review?: 'open'
}

/**
 * Visits that arrived and are not among the rows. `certain` is false if an event does not say whether its visit matches the
 * filter; then fewer visits may appear than `count`.
 */
export type Waiting = { count: number; certain: boolean }

/** The current rows and the waiting visits. `refetched` is the same page, fetched later. */
export function currentVisits(
  original: VisitPage,
  known: KnownVisits,
  filter: VisitFilter,
  refetched?: VisitPage,
): { rows: VisitRow[]; waiting: Waiting } {
  const refetchedRows = new Map(refetched?.page.content.map((visit) => [visit.id, visit]))
  const rows = original.page.content.map((visit) => {
    const since = refetchedRows.get(visit.id)
    const latest = known.get(visit.id)
    const asOf = since === undefined || refetched === undefined ? original.asOf : refetched.asOf
    return latest !== undefined && latest.at > asOf ? changed(since ?? visit, latest.event) : (since ?? visit)
  })
  const newest = refetched ?? original
  const shown = new Set(original.page.content.map(({ id }) => id))
  const newer = newerThan(newest)
  const belongs = matcherOf(filter)
  const isWaiting = ({ event, at }: { event: LiveEvent; at: number }) =>
    at > newest.asOf &&
    !shown.has(event.visitId) &&
    !refetchedRows.has(event.visitId) &&
    event.mergedInto === undefined &&
    Date.parse(event.recognizedAt) >= newer &&
    belongs(event)
  const newEvents = [...known.values()].filter(isWaiting).length
  const found = refetched === undefined ? 0 : newInRefetch(original, refetched)
  const gone = refetched === undefined ? 0 : goneInRefetch(original, refetched)
  return {
    rows,
    waiting: { count: found + newEvents + gone, certain: gone === 0 && (newEvents === 0 || canMatch(filter)) },
  }
}

/** Number of rows that no longer belong to the page, for example after a merge. They stay visible until the user reloads. */
function goneInRefetch(original: VisitPage, refetched: VisitPage): number {
  const { content, first, last } = refetched.page
  const there = new Set(content.map(({ id }) => id))
  const [newest, oldest] = [content[0], content.at(-1)]
  const before = first || newest === undefined ? Number.POSITIVE_INFINITY : Date.parse(newest.recognizedAt)
  const since = last || oldest === undefined ? Number.NEGATIVE_INFINITY : Date.parse(oldest.recognizedAt)
  return original.page.content.filter(({ id, recognizedAt }) => {
    const at = Date.parse(recognizedAt)
    return !there.has(id) && at > since && at < before
  }).length
}

/** Number of new visits on the refetched page; if there are more than fit on a page, the difference of the totals. */
function newInRefetch(original: VisitPage, refetched: VisitPage): number {
  const shown = new Set(original.page.content.map(({ id }) => id))
  const newer = newerThan(original)
  const isNew = ({ id, recognizedAt }: VisitRow) => !shown.has(id) && Date.parse(recognizedAt) >= newer
  const found = refetched.page.content.filter(isNew).length
  const isWhole = original.page.first && found < refetched.page.content.length
  return isWhole ? found : Math.max(found, refetched.page.totalElements - original.page.totalElements)
}

/** Events have neither member, kind, decision nor review, so a list with these filters cannot be matched. */
const canMatch = ({ member, kind, useDecision, review }: VisitFilter): boolean =>
  member === undefined && kind === undefined && useDecision === undefined && review === undefined

/**
 * Returns a predicate that is true if an event's visit matches the filter, as far as the event contains the filtered
 * fields.
 */
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
 * The time from which a visit that is not on this page must be new. An older visit may be on another page, and its event a
 * change. The only page of a list has no other page.
 */
function newerThan({ page, askedAt }: VisitPage): number {
  if (!page.first) return askedAt
  const oldest = page.content.at(-1)
  return page.last || oldest === undefined ? Number.NEGATIVE_INFINITY : Date.parse(oldest.recognizedAt)
}

/**
 * A row after an event. A changed plate removes the proposal for it. The event does not contain why no product is used
 * any more.
 */
function changed(visit: VisitRow, event: LiveEvent): VisitRow {
  const { name, carNumber, visitCount, recognizedAt, reads, late, productUsed } = event
  const mergedInto = event.mergedInto ?? null
  const doubtful = event.doubtful ?? false
  const decision = visit.useDecision === 'used' ? null : visit.useDecision
  const useDecision = productUsed === null ? decision : 'used'
  const suggestedCarNumber = carNumber === visit.carNumber ? visit.suggestedCarNumber : null
  return {
    ...visit,
    name,
    carNumber,
    visitCount,
    recognizedAt,
    reads,
    late,
    doubtful,
    productUsed,
    useDecision,
    mergedInto,
    suggestedCarNumber,
  }
}
