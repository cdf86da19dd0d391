import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFeed } from '../feed/visit-feed.ts'
import { minInterval } from './use-throttled-count.ts'

/**
 * Asks what is on show again when something was told of visits, or of one of them: the first time at once, then at most
 * every five seconds. Nothing is rendered for what is told in between.
 */
export function useRefetchOnEvent(queryKey: QueryKey, visitId?: string): void {
  const feed = useFeed()
  const client = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    let askedAt = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer = undefined
      askedAt = performance.now()
      void client.invalidateQueries({ queryKey: JSON.parse(key) })
    }
    const unsubscribe = feed.subscribe(({ known }, { known: before }) => {
      const isNews = visitId === undefined ? known !== before : known.get(visitId) !== before.get(visitId)
      if (isNews) timer ??= setTimeout(ask, Math.max(0, askedAt + minInterval - performance.now()))
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [feed, client, key, visitId])
}
