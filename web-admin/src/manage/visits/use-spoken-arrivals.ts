import { useEffect, useEffectEvent, useRef } from 'react'
import { announce } from '../page/announce.ts'
import { spokenArrivals } from '../page/spoken-arrivals.ts'

/** Milliseconds between two announcements. At 30 stores there are new visits every few seconds. */
const interval = 60_000

type Spoken = {
  /** Milliseconds between two announcements, a minute by default. */
  every?: number
  onSpoken?: () => void
}

/**
 * Announces new visits to screen readers: the first ones immediately, then the current sentence at most once in `every`
 * milliseconds. The user can switch it off in the account menu.
 * @param sentence undefined without new visits
 */
export function useSpokenArrivals(sentence: string | undefined, { every = interval, onSpoken }: Spoken = {}): void {
  const spokenAt = useRef(Number.NEGATIVE_INFINITY)
  const spoken = useEffectEvent(() => onSpoken?.())
  useEffect(() => {
    if (sentence === undefined) return
    const speak = () => {
      spokenAt.current = performance.now()
      if (spokenArrivals.getState().on) announce(sentence)
      spoken()
    }
    const wait = spokenAt.current + every - performance.now()
    if (wait <= 0) return speak()
    const timer = setTimeout(speak, wait)
    return () => clearTimeout(timer)
  }, [sentence, every])
}
