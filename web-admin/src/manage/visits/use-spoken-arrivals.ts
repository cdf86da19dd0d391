import { useEffect, useRef } from 'react'
import { announce } from '../page/announce.ts'
import { spokenArrivals } from '../page/spoken-arrivals.ts'

/** Milliseconds between two announcements. At 30 stores there are new visits every few seconds. */
const interval = 60_000
/** Milliseconds between two checks whether the dialog that delays a toast is still open. */
const dialogInterval = 500

type Spoken = {
  /** Milliseconds between two announcements, a minute by default. */
  every?: number
  /** The same function for as long as the sentence is the same. */
  onSpoken?: () => void
}

/**
 * Announces new visits to screen readers: the first ones immediately, then the current sentence at most once in `every`
 * milliseconds. The user can switch it off in the account menu. While a modal dialog is open, screen readers do not announce what
 * changes outside of it; then the sentence waits until it is closed.
 * @param sentence undefined without new visits
 */
export function useSpokenArrivals(sentence: string | undefined, { every = interval, onSpoken }: Spoken = {}): void {
  const spokenAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (sentence === undefined) return
    let timer: number | undefined
    const speak = () => {
      if (document.querySelector('dialog:modal') !== null) {
        timer = window.setTimeout(speak, dialogInterval)
        return
      }
      spokenAt.current = performance.now()
      if (spokenArrivals.getState().on) announce(sentence)
      onSpoken?.()
    }
    const wait = spokenAt.current + every - performance.now()
    if (wait <= 0) speak()
    else timer = window.setTimeout(speak, wait)
    return () => clearTimeout(timer)
  }, [sentence, every, onSpoken])
}
