import { useEffect, useRef } from 'react'
import { reloadPage } from '../../reload/reload-page.ts'
import { isNewerBuildServed } from '../../reload/served-build.ts'
import { checkFrames, checkInterval, type Frames, isBuildDue } from './watchdog.ts'

/** Minimum milliseconds between two automatic reloads for the same reason. */
const betweenReloads = 10 * 60_000
const betweenChunkReloads = 60_000

/** Milliseconds between two requested reloads: two quick presses count as one. */
const betweenRequestedReloads = 5_000

/** For a reload that an administrator requested. */
export const reloadOnRequest = (): void => void reloadPage(betweenRequestedReloads)

/** Reloads the page if the socket does not work and a new socket did not help. */
export const reloadWhenStuck = (): void => void reloadPage(betweenReloads)

/** Reloads the page when the server has another build than the running one. */
async function reloadIfNewer(): Promise<void> {
  if (await isNewerBuildServed()) location.reload()
}

/** Watches over an unattended page (watchdog.ts). `eventAt` changes with each event; `reconnect` opens a new socket. */
export function useWatchdog(eventAt: number, reconnect: () => void): void {
  const lastEvent = useRef(Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the change matters; its time is taken from this machine's clock
  useEffect(() => {
    lastEvent.current = Date.now()
  }, [eventAt])

  useEffect(() => {
    const frames: Frames = { checkedAt: Date.now(), requestedAt: null }
    let builtAt = Date.now()
    const requestFrame = () => {
      frames.requestedAt = Date.now()
      requestAnimationFrame(() => {
        frames.requestedAt = null
      })
    }
    const check = () => {
      const now = Date.now()
      const verdict = checkFrames(frames, now)
      const slept = now - frames.checkedAt > 2 * checkInterval
      frames.checkedAt = now
      if (document.visibilityState !== 'visible') frames.requestedAt = null
      else if (frames.requestedAt === null || slept) requestFrame()
      else if (verdict === 'reconnect') reconnect()
      else if (verdict === 'reload') reloadWhenStuck()

      if (!isBuildDue(now, builtAt, lastEvent.current)) return
      builtAt = now
      void reloadIfNewer()
    }
    const timer = setInterval(check, checkInterval)
    const chunkFailed = () => void reloadPage(betweenChunkReloads)
    window.addEventListener('vite:preloadError', chunkFailed)
    return () => {
      clearInterval(timer)
      window.removeEventListener('vite:preloadError', chunkFailed)
    }
  }, [reconnect])
}
