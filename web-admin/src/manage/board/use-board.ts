import { listReadReviews, listVisits } from '@kingcar/client'
import type { VisitRow } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand/react'
import { call, session } from '../../api/api.ts'
import { useMay } from '../api/rights.tsx'
import { serverTimeOf } from '../api/use-server-now.ts'
import type { Tone } from '../components/controls.tsx'
import { useFeed } from '../feed/visit-feed.ts'
import { useRefetchOnEvent } from '../visits/use-refetch-on-event.ts'
import { useSpokenArrivals } from '../visits/use-spoken-arrivals.ts'
import { text } from './copy.ts'
import { entitlementOf, isPending } from './entitlement.ts'
import { type Places, placed } from './slots.ts'
import { playTones } from './tones.ts'

/** One store; empty for all stores. */
export type OfStore = { storeId?: string }

/** Cars on the board: as many as fill a tablet. */
export const size = 8
/** Doubtful reads below them. */
const maxReads = 4
/**
 * Milliseconds between requests without an event, because changes of plate lists and decisions without a use cause
 * none. The interval is shorter while a decision is open, which takes a few seconds at most.
 */
const interval = 15_000
const pendingInterval = 2_000
/** Milliseconds after a car was recognized for which its decision is awaited, and a sound announces it. */
const recent = 60_000
/** Milliseconds without a response after which the board is outdated: three requests failed. */
export const staleAfter = 3 * interval

const isRecent = ({ recognizedAt }: { recognizedAt: string }) => session.serverNow() - Date.parse(recognizedAt) < recent

/** The latest visits, each in a place of its own, kept up to date by live events and by time. */
export function useBoard(ofStore: OfStore) {
  const queryKey = ['visits', 'board', ofStore]
  const query = useQuery({
    queryKey,
    queryFn: () => call(listVisits, { ...ofStore, size }),
    refetchInterval: ({ state }) =>
      state.data?.content.some((visit) => isPending(visit) && isRecent(visit)) ? pendingInterval : interval,
    refetchOnWindowFocus: true,
  })
  useRefetchOnEvent(queryKey)
  useRefetchAfterLoss()
  const visits = query.data?.content.filter(({ mergedInto }) => mergedInto === null)
  const ids = visits?.map(({ id }) => id) ?? []
  const [places, setPlaces] = useState<Places>([])
  const next = placed(places, ids)
  if (next !== places) setPlaces(next)
  return {
    query,
    slots: next.map((id) => visits?.find((visit) => visit.id === id)),
    visits,
    newest: ids[0],
    /** The time of the shown visits, by the server's clock. */
    asOf: serverTimeOf(query.dataUpdatedAt),
  }
}

/** Refetches the visits when events were lost. */
function useRefetchAfterLoss(): void {
  const losses = useStore(useFeed(), (state) => state.losses)
  const client = useQueryClient()
  const seen = useRef(losses)
  useEffect(() => {
    if (seen.current === losses) return
    seen.current = losses
    void client.invalidateQueries({ queryKey: ['visits', 'board'] })
  }, [losses, client])
}

/**
 * Milliseconds between two announcements; one announcement combines several cars. A blocked car is announced
 * immediately, because the staff have to stop it.
 */
const spokenEvery = 10_000
/** Number of cars that are remembered as announced: many more than arrive in the time in which a car is new. */
const remembered = 200

type Arrival = { isBlocked: boolean; tone: Tone; words: string }

const arrivalOf = (visit: VisitRow): Arrival => {
  const { tone, word, rest } = entitlementOf(visit)
  const words = text.arrived(visit.carNumber, rest === null ? word : `${word} ${rest}`)
  return { isBlocked: visit.listed === 'blocked', tone, words }
}

const blockedFirst = (arrivals: readonly Arrival[]) =>
  arrivals.toSorted((a, b) => Number(b.isBlocked) - Number(a.isBlocked))

/** The cars of a sentence that had to wait for long: the blocked ones, and of the others as many as the board shows. */
const kept = (arrivals: readonly Arrival[]) =>
  arrivals.slice(-remembered).filter(({ isBlocked }, at, { length }) => isBlocked || at >= length - size)

/**
 * Plays the tone of each new car, and announces each car once, as soon as its entitlement is known. If there are
 * several, blocked ones come first.
 * @param visits undefined until they are loaded
 */
export function useArrivals(visits: readonly VisitRow[] | undefined): void {
  const heard = useRef<readonly string[]>(undefined)
  /** Ids of new cars whose decision is open. */
  const awaited = useRef<readonly string[]>([])
  const [unspoken, setUnspoken] = useState<readonly Arrival[]>([])
  useEffect(() => {
    if (visits === undefined) return
    const before = heard.current
    const decided = visits.filter((visit) => before === undefined || !(before.includes(visit.id) || isPending(visit)))
    heard.current = [...(before ?? []), ...decided.map(({ id }) => id)].slice(-remembered)
    // Cars that were there when the board was opened are not new.
    const isNew = (visit: VisitRow) => before !== undefined && (isRecent(visit) || awaited.current.includes(visit.id))
    const arrived = decided.filter(isNew).map(arrivalOf).toReversed()
    awaited.current = visits.filter((visit) => isPending(visit) && isNew(visit)).map(({ id }) => id)
    if (arrived.length === 0) return
    playTones(blockedFirst(arrived).map(({ tone }) => tone))
    setUnspoken((waiting) => kept([...waiting, ...arrived]))
  }, [visits])
  const onSpoken = useCallback(
    () => setUnspoken((waiting) => waiting.filter((arrival) => !unspoken.includes(arrival))),
    [unspoken],
  )
  const sentence = blockedFirst(unspoken).map(({ words }) => words)
  useSpokenArrivals(sentence.length === 0 ? undefined : sentence.join('. '), {
    every: unspoken.some(({ isBlocked }) => isBlocked) ? 0 : spokenEvery,
    onSpoken,
  })
}

/** The latest reads that await a decision, for administrators that may see them. */
export function useDoubtfulReads(ofStore: OfStore) {
  return useQuery({
    queryKey: [listReadReviews.name, 'board', ofStore],
    queryFn: () => call(listReadReviews, { ...ofStore, size: maxReads }),
    enabled: useMay()('listReadReviews'),
    refetchInterval: interval,
  })
}
