import { useEffect, useRef, useState } from 'react'

/** Milliseconds between values that change by themselves: faster ones cannot be read. */
export const minInterval = 5_000

/** A count that is followed at once, and then for a while not again. Nothing to tell is followed at once, too. */
export function useThrottledCount(value: number): number {
  const [shown, setShown] = useState(value)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (value === shown) return
    const follow = () => {
      changedAt.current = value === 0 ? Number.NEGATIVE_INFINITY : performance.now()
      setShown(value)
    }
    const wait = value === 0 ? 0 : changedAt.current + minInterval - performance.now()
    if (wait <= 0) return follow()
    const timer = setTimeout(follow, wait)
    return () => clearTimeout(timer)
  }, [value, shown])
  return shown
}
