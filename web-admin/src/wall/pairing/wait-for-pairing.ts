import { ApiError, beginScreenPairing, type Exchange, openPairedScreen } from '@kingcar/client'
import type { ScreenPairing } from '@kingcar/contract'
import { exchangeWithoutSession } from '../../api/api.ts'
import type { Tokens } from '../../api/session.ts'

/** Milliseconds between two requests that check whether the code was entered. */
const interval = 3_000
/** Milliseconds until the next try after a failure to get a code. */
const patience = 10_000

/**
 * Shows codes until an administrator enters one, and returns the tokens, or undefined if the user left the page.
 * @param show gets each new code, and null while the server returns none
 */
export async function waitForPairing(
  show: (pairing: ScreenPairing | null) => void,
  signal: AbortSignal,
): Promise<Exchange<Tokens> | undefined> {
  while (!signal.aborted) {
    const begun = await exchangeWithoutSession(beginScreenPairing, {}, { signal }).catch(() => null)
    if (signal.aborted) return undefined
    show(begun?.result ?? null)
    if (begun === null) await pause(patience, signal)
    else {
      const paired = await untilPaired(begun.result, signal)
      if (paired !== undefined) return paired
    }
  }
  return undefined
}

/** Returns undefined if the code has expired or the user left the page. */
async function untilPaired({ pairingToken }: ScreenPairing, signal: AbortSignal) {
  while (!signal.aborted) {
    await pause(interval, signal)
    try {
      const { result, ...received } = await exchangeWithoutSession(openPairedScreen, { pairingToken }, { signal })
      const { accessToken, refreshToken } = result
      if (accessToken !== undefined && refreshToken !== undefined)
        return { ...received, result: { accessToken, refreshToken } }
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'PAIRING_NOT_FOUND') return undefined
      // Otherwise the server is unreachable: the code may still be entered.
    }
  }
  return undefined
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
