import { useCallback } from 'react'
import type { RecognizerStatus } from './recognizer-status.ts'
import { usePolling } from './use-polling.ts'

/**
 * Milliseconds. `blindInterval` applies while no car can be recognised, so that the card's message about it goes away
 * soon after recovery.
 */
const pollInterval = 60_000
const blindInterval = 10_000

/** Whether no recognizer of the store can see a car. */
export const isBlind = ({ offline, registered }: RecognizerStatus): boolean => offline === registered

const intervalOf = (status: RecognizerStatus | undefined) =>
  status !== undefined && isBlind(status) ? blindInterval : pollInterval
/** Milliseconds after which a status is out of date: three polls in a row have failed. */
const statusLifetime = 3 * pollInterval

/** The status if it is recent enough to be shown as the present one; `now` in milliseconds by this machine's clock. */
export const currentStatus = (status: RecognizerStatus | undefined, now: number): RecognizerStatus | undefined =>
  status !== undefined && now - status.readAt <= statusLifetime ? status : undefined

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
  return usePolling(poll, undefined, intervalOf, signedOut)
}
