import { listReadReviews, listVisits } from '@kingcar/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand/react'
import { call, session } from '../../api/api.ts'
import { useMay } from '../api/rights.tsx'
import { useFeed } from '../feed/visit-feed.ts'
import { useRefetchOnEvent } from '../visits/use-refetch-on-event.ts'
import { useSpokenArrivals } from '../visits/use-spoken-arrivals.ts'
import { text } from './copy.ts'
import { entitlementOf, isPending } from './entitlement.ts'
import { placed } from './slots.ts'
import { playTone } from './tones.ts'

/** One store; empty for all stores. */
export type OfStore = { storeId?: string }

/** Cars on the board: as many as fill a tablet. */
export const size = 8
/** Doubtful reads below them. */
const maxReads = 4
/**
 * Milliseconds between requests without an event: lists of plates and decisions without a use have none. Shorter while a
 * decision is open, which takes seconds at most.
 */
const interval = 15_000
const pendingInterval = 2_000
/** Milliseconds after a car was recognized for which its decision is awaited, and a sound announces it. */
const recent = 60_000
/** Milliseconds without a response after which the board is outdated: three requests failed. */
const staleAfter = 3 * interval

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
  const [places, setPlaces] = useState<readonly string[]>([])
  const next = placed(places, ids)
  if (next !== places) setPlaces(next)
  return {
    query,
    slots: next.flatMap((id) => visits?.find((visit) => visit.id === id) ?? []),
    newest: ids[0],
    isStale: (now: number) => query.data !== undefined && now - query.dataUpdatedAt > staleAfter,
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

type Visits = ReturnType<typeof useBoard>['slots']

/** Plays the tone of each new car, and has it announced, when its entitlement is known. */
export function useArrivals(visits: Visits, isLoaded: boolean): void {
  const heard = useRef<Set<string>>(undefined)
  const [sentence, setSentence] = useState<string>()
  useEffect(() => {
    if (!isLoaded) return
    const before = heard.current
    // The cars that were there when the board was opened are not new.
    const isHeard = (visit: Visits[number]) => before === undefined || before.has(visit.id)
    heard.current = new Set(visits.filter((visit) => isHeard(visit) || !isPending(visit)).map(({ id }) => id))
    const arrived = visits.find((visit) => !isHeard(visit) && !isPending(visit) && isRecent(visit))
    if (arrived === undefined) return
    const { tone, word, rest } = entitlementOf(arrived)
    playTone(tone)
    setSentence(text.arrived(arrived.carNumber, rest === null ? word : `${word} ${rest}`))
  }, [visits, isLoaded])
  useSpokenArrivals(sentence)
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
