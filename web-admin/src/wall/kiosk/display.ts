/*
 * Wake lock and full screen. The browser may refuse both (no secure origin, battery saver, no user gesture). The screen works
 * without them, so refusals are not errors.
 */

let wakeLock: WakeLockSentinel | undefined
let requesting = false
let wanted = false

/** Keeps the display on while the page is visible. */
export async function keepAwake(): Promise<void> {
  wanted = true
  const held = wakeLock?.released === false
  if (!('wakeLock' in navigator) || document.visibilityState !== 'visible' || held || requesting) return
  requesting = true
  wakeLock = await navigator.wakeLock.request('screen').catch(() => undefined)
  requesting = false
  if (!wanted) await letSleep()
}

/** Milliseconds after which a released or refused lock is requested again. */
const retryInterval = 15_000

/** Keeps the display on until the returned function is called; requests the lock again when the browser releases it. */
export function holdAwake(): () => void {
  const request = () => void keepAwake()
  request()
  document.addEventListener('visibilitychange', request)
  const timer = setInterval(request, retryInterval)
  return () => {
    document.removeEventListener('visibilitychange', request)
    clearInterval(timer)
    void letSleep()
  }
}

async function letSleep(): Promise<void> {
  wanted = false
  const released = wakeLock
  wakeLock = undefined
  await released?.release()
}

/** Must be called from a click or key press. */
export async function enterFullScreen(): Promise<void> {
  await document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined)
}

export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement === null) return enterFullScreen()
  await document.exitFullscreen().catch(() => undefined)
}
