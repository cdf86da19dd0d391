/*
 * What a wall screen asks of the browser. All of it may be refused (no secure origin, battery saver, no user gesture),
 * and the screen works without: refusals are therefore not errors.
 */

let wakeLock: WakeLockSentinel | undefined

/** Keeps the display on while the page is visible. The browser drops the lock when the page is hidden: ask again then. */
export async function keepAwake(): Promise<void> {
  if (!('wakeLock' in navigator) || document.visibilityState !== 'visible' || wakeLock?.released === false) return
  wakeLock = await navigator.wakeLock.request('screen').catch(() => undefined)
}

export async function letSleep(): Promise<void> {
  await wakeLock?.release()
  wakeLock = undefined
}

/** Call it from a click or key press. */
export async function enterFullScreen(): Promise<void> {
  await document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined)
}

export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement === null) return enterFullScreen()
  await document.exitFullscreen().catch(() => undefined)
}
