import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePaced } from './use-paced.ts'

/** Asks what is on show again when a value has changed, at most every five seconds. */
export function useAskedAnew(queryKey: QueryKey, value: unknown): void {
  const client = useQueryClient()
  const paced = usePaced(value)
  const seen = useRef(paced)
  useEffect(() => {
    if (seen.current === paced) return
    seen.current = paced
    void client.invalidateQueries({ queryKey })
  }, [paced, client, queryKey])
}
