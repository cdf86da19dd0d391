import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFeed } from '../feed/visit-feed.ts'
import { minInterval } from './use-throttled-count.ts'

/**
 * Refetches a query on events of any visit, or of the given one: immediately, then at most every five seconds. Events in
 * between cause no rendering.
 */
export function useRefetchOnEvent(queryKey: QueryKey, visitId?: string): void {
  const feed = useFeed()
  const client = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    let refetchedAt = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetch = () => {
      timer = undefined
      refetchedAt = performance.now()
      void client.invalidateQueries({ queryKey: JSON.parse(key) })
    }
    const unsubscribe = feed.subscribe(({ known }, { known: before }) => {
      const isNews = visitId === undefined ? known !== before : known.get(visitId) !== before.get(visitId)
      if (isNews) timer ??= setTimeout(refetch, Math.max(0, refetchedAt + minInterval - performance.now()))
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [feed, client, key, visitId])
}
