import { useEffect, useState } from 'react'
import { isNewerBuildServed } from '../../reload/served-build.ts'

/** Milliseconds between two questions of a page that is looked at. */
const askEvery = 5 * 60_000

/**
 * Whether the server has a newer build than the one that runs: asked now and then, and when a piece of this one cannot be
 * had any more. Such a piece is the page's trouble, which it says; nothing is loaded anew by itself.
 */
export function useNewerBuild(): boolean {
  const [newer, setNewer] = useState(false)
  useEffect(() => {
    let askedAt = Date.now()
    const ask = async () => {
      askedAt = Date.now()
      if (await isNewerBuildServed()) setNewer(true)
    }
    const look = () => {
      if (document.visibilityState === 'visible' && Date.now() - askedAt >= askEvery) void ask()
    }
    const pieceMissing = (event: Event) => {
      event.preventDefault()
      void ask()
    }
    const timer = setInterval(look, askEvery)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('vite:preloadError', pieceMissing)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('vite:preloadError', pieceMissing)
    }
  }, [])
  return newer
}
