/*
 * What a wall screen asks of the browser. All of it may be refused (no secure origin, battery saver, no user gesture),
 * and the screen works without: refusals are therefore not errors.
 */

let wakeLock: WakeLockSentinel | undefined
let asking = false
let wanted = false

/** Keeps the display on while the page is visible. */
export async function keepAwake(): Promise<void> {
  wanted = true
  const held = wakeLock?.released === false
  if (!('wakeLock' in navigator) || document.visibilityState !== 'visible' || held || asking) return
  asking = true
  wakeLock = await navigator.wakeLock.request('screen').catch(() => undefined)
  asking = false
  if (!wanted) await letSleep()
}

/** Milliseconds after which a lock that was taken away or refused is asked for again. */
const askAgain = 15_000

/** Keeps the display on until the returned function is called, whenever the browser lets go of the lock meanwhile. */
export function holdAwake(): () => void {
  const ask = () => void keepAwake()
  ask()
  document.addEventListener('visibilitychange', ask)
  const timer = setInterval(ask, askAgain)
  return () => {
    document.removeEventListener('visibilitychange', ask)
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

/** Call it from a click or key press. */
export async function enterFullScreen(): Promise<void> {
  await document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined)
}

export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement === null) return enterFullScreen()
  await document.exitFullscreen().catch(() => undefined)
}
