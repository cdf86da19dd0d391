import { useEffect, useRef } from 'react'
import { reloadPage } from '../../reload/reload-page.ts'
import { isNewerBuildServed } from '../../reload/served-build.ts'
import { type Frames, isBuildDue, judgeFrames, lookEvery } from './watchdog.ts'

/** Milliseconds between two times that the page loads itself anew for the same trouble. */
const betweenReloads = 10 * 60_000
const betweenChunkReloads = 60_000

/** Between two that an administrator asks for: one who presses twice means once. */
const betweenAskedReloads = 5_000

/** An administrator wants it. */
export const reloadAsked = (): void => void reloadPage(betweenAskedReloads)

/** For a socket that is dead and stays so. */
export const reloadStuck = (): void => void reloadPage(betweenReloads)

/** Loads the page anew when the server has another build than the one that runs. */
async function reloadIfNewer(): Promise<void> {
  if (await isNewerBuildServed()) location.reload()
}

/** Looks after a page that nobody touches (watchdog.ts). `eventAt` changes with each event; `reconnect` opens a new socket. */
export function useWatchdog(eventAt: number, reconnect: () => void): void {
  const lastEvent = useRef(Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is that it changed, by this machine's clock
  useEffect(() => {
    lastEvent.current = Date.now()
  }, [eventAt])

  useEffect(() => {
    const frames: Frames = { lookedAt: Date.now(), askedAt: null }
    let builtAt = Date.now()
    const askForFrame = () => {
      frames.askedAt = Date.now()
      requestAnimationFrame(() => {
        frames.askedAt = null
      })
    }
    const look = () => {
      const now = Date.now()
      const verdict = judgeFrames(frames, now)
      const slept = now - frames.lookedAt > 2 * lookEvery
      frames.lookedAt = now
      if (document.visibilityState !== 'visible') frames.askedAt = null
      else if (frames.askedAt === null || slept) askForFrame()
      else if (verdict === 'reconnect') reconnect()
      else if (verdict === 'reload') reloadStuck()

      if (!isBuildDue(now, builtAt, lastEvent.current)) return
      builtAt = now
      void reloadIfNewer()
    }
    const timer = setInterval(look, lookEvery)
    const chunkFailed = () => void reloadPage(betweenChunkReloads)
    window.addEventListener('vite:preloadError', chunkFailed)
    return () => {
      clearInterval(timer)
      window.removeEventListener('vite:preloadError', chunkFailed)
    }
  }, [reconnect])
}
