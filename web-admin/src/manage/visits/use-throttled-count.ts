import { useEffect, useRef, useState } from 'react'

/** Milliseconds. Values that change faster cannot be read. */
export const minInterval = 5_000

/** A count that changes at most once per interval. A change to zero is shown immediately. */
export function useThrottledCount(value: number): number {
  const [shown, setShown] = useState(value)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (value === shown) return
    const update = () => {
      changedAt.current = value === 0 ? Number.NEGATIVE_INFINITY : performance.now()
      setShown(value)
    }
    const wait = value === 0 ? 0 : changedAt.current + minInterval - performance.now()
    if (wait <= 0) return update()
    const timer = setTimeout(update, wait)
    return () => clearTimeout(timer)
  }, [value, shown])
  return shown
}
