import { useCallback } from 'react'
import type { Devices } from './recognizer-status.ts'
import { useAnswer } from './use-polling.ts'

/** Milliseconds between questions: a recognizer is installed once in years, and clocks drift slowly. */
const askEvery = 3 * 60_000

const unknown: Devices = { missing: false, lag: 0 }

/**
 * Asks at opening and every few minutes, where `asks`: a screen's session may not know of devices. Where the server cannot
 * be asked, nothing changes.
 */
export function useDevices(storeId: string | undefined, asks: boolean, signedOut: () => void): Devices {
  const ask = useCallback(async (): Promise<Devices> => {
    if (!asks) return unknown
    const { askDevices } = await import('./recognizer-status.ts')
    return askDevices(storeId)
  }, [storeId, asks])
  return useAnswer(ask, unknown, askEvery, signedOut)
}
