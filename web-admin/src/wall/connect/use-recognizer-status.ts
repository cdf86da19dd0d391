import { useCallback } from 'react'
import type { RecognizerStatus } from './recognizer-status.ts'
import { usePolling } from './use-polling.ts'

/** Milliseconds: recognizers are rarely installed, and clocks drift slowly. */
const pollInterval = 3 * 60_000

const unknown: RecognizerStatus = { missing: false, lag: 0 }

/**
 * Polls the recognizers if `enabled`; the session of a wall screen may not list devices. When the server is unreachable the
 * last status stays.
 */
export function useRecognizerStatus(
  storeId: string | undefined,
  enabled: boolean,
  signedOut: () => void,
): RecognizerStatus {
  const poll = useCallback(async (): Promise<RecognizerStatus> => {
    if (!enabled) return unknown
    const { fetchRecognizerStatus } = await import('./recognizer-status.ts')
    return fetchRecognizerStatus(storeId)
  }, [storeId, enabled])
  return usePolling(poll, unknown, pollInterval, signedOut)
}
