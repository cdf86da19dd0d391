import { useCallback, useEffect, useRef } from 'react'

/** A function for handlers of events that is the same in each render and calls the latest one. */
export function useStable<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  return useCallback((...args) => latest.current(...args), [])
}
