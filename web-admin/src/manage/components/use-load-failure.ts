import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { failureSentence } from './failure-sentence.ts'

/**
 * Why a query that repeats itself has no data; null if it has data, or has not failed. The failure stays while the
 * query tries again, and does not change until it fails for another reason: so its alert neither flickers nor is read
 * aloud after each attempt.
 */
export function useLoadFailure({ data, error }: Pick<UseQueryResult, 'data' | 'error'>): unknown {
  const [last, setLast] = useState<unknown>(null)
  const isOther = error !== null && (last === null || failureSentence(error) !== failureSentence(last))
  const next = data !== undefined ? null : isOther ? error : last
  if (next !== last) setLast(next)
  return next
}
