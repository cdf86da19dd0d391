import { useEffect, useState } from 'react'

/** Milliseconds: longer than between the repeats of a held key. */
const restTime = 200

/**
 * The value after it has stopped changing: nothing is loaded, and no access is recorded, for rows over which the focus
 * only passes.
 */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restTime)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
