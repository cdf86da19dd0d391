import { ApiError, type CallInput, cancelRehearsal, createRehearsal, getRehearsal } from '@kingcar/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/api.ts'
import { notify } from '../../../ui/toasts/toasts.tsx'
import { useAction } from '../../api/use-action.ts'
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts'
import { text } from './copy.ts'

/** Milliseconds between two requests for the progress. */
const refetchEvery = 1_000
/**
 * Only the id is stored, for this tab: after a reload or a visit to another page, the page shows the rehearsal again.
 */
const storageKey = 'rehearsal'

const isGone = (cause: unknown) => cause instanceof ApiError && cause.code === 'REHEARSAL_NOT_FOUND'

/** The rehearsal that this tab started last. It continues when the user leaves the page, which a toast says. */
export function useRehearsal() {
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [id, setId] = useState(() => sessionStorage.getItem(storageKey))
  const remember = (next: string | null) => {
    if (next === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, next)
    setId(next)
  }
  const queryKey = (of: string | null) => [getRehearsal.name, of]
  const { data, error, refetch } = useQuery({
    queryKey: queryKey(id),
    queryFn: () => call(getRehearsal, { id: id ?? '' }),
    enabled: id !== null,
    refetchInterval: ({ state }) => state.data?.state === 'running' && !isGone(state.error) && refetchEvery,
  })
  const starting = useAction(async (input: CallInput<'recognition', 'createRehearsal'>) => {
    const started = await call(createRehearsal, input, { idempotencyKey: keyFor({ ...input, after: id }) })
    client.setQueryData(queryKey(started.id), started)
    remember(started.id)
  })
  const cancelling = useAction(async (of: string) => {
    await call(cancelRehearsal, { id: of })
    await client.invalidateQueries({ queryKey: queryKey(of) })
  })

  const gone = isGone(error)
  const running = !gone && data?.state === 'running'
  const isRunning = useRef(running)
  isRunning.current = running
  useEffect(
    () => () => {
      if (isRunning.current) notify.success(text.goesOn)
    },
    [],
  )
  return {
    rehearsal: id === null || gone ? undefined : data,
    failure: gone ? null : error,
    refetch: () => void refetch(),
    remembered: id !== null && !gone,
    running,
    starting,
    cancelling,
    forget: () => remember(null),
  }
}
