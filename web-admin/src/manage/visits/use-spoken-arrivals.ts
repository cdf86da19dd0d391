import { useEffect, useRef } from 'react'
import { announce } from '../page/announce.ts'
import { spokenArrivals } from '../page/spoken-arrivals.ts'

/** Milliseconds between two announcements. At 30 stores there are new visits every few seconds. */
const interval = 60_000

/**
 * Announces new visits to screen readers: the first ones immediately, then the current sentence at most once a minute. The
 * user can switch it off in the account menu.
 * @param sentence undefined without new visits
 */
export function useSpokenArrivals(sentence: string | undefined): void {
  const spokenAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (sentence === undefined) return
    const speak = () => {
      spokenAt.current = performance.now()
      if (spokenArrivals.getState().on) announce(sentence)
    }
    const wait = spokenAt.current + interval - performance.now()
    if (wait <= 0) return speak()
    const timer = setTimeout(speak, wait)
    return () => clearTimeout(timer)
  }, [sentence])
}
