import { useEffect, useState } from 'react'

/** Milliseconds: longer than between the repeats of a held key. */
const restTime = 200

/** A value when it no longer changes: of rows that the focus only passes, nothing is loaded, and no access is recorded. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restTime)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
