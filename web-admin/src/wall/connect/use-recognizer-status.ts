import { useCallback } from 'react'
import type { RecognizerStatus } from './recognizer-status.ts'
import { usePolling } from './use-polling.ts'

/** Milliseconds. A dead recognizer counts as offline after minutes, so that a shorter interval would show it no sooner. */
const pollInterval = 60_000

/**
 * Polls the recognizers of a store, of all stores, or of the store of a wall screen. Undefined until the first response; when
 * the server is unreachable the last status stays.
 */
export function useRecognizerStatus(
  storeId: string | undefined,
  isScreen: boolean,
  signedOut: () => void,
): RecognizerStatus | undefined {
  const poll = useCallback(async (): Promise<RecognizerStatus | undefined> => {
    const { fetchOwnRecognizerStatus, fetchRecognizerStatus } = await import('./recognizer-status.ts')
    return isScreen ? fetchOwnRecognizerStatus() : fetchRecognizerStatus(storeId)
  }, [storeId, isScreen])
  return usePolling(poll, undefined, pollInterval, signedOut)
}
