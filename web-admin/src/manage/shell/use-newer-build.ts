import { useEffect, useState } from 'react'
import { isNewerBuildServed } from '../../reload/served-build.ts'

/** Milliseconds between checks while the page is visible. */
const checkInterval = 5 * 60_000

/**
 * Whether the server has a newer build than the running one: checked periodically, and when a chunk of this build cannot be
 * loaded. The page that needs the chunk shows the error; nothing reloads automatically.
 */
export function useNewerBuild(): boolean {
  const [newer, setNewer] = useState(false)
  useEffect(() => {
    let checkedAt = Date.now()
    const check = async () => {
      checkedAt = Date.now()
      if (await isNewerBuildServed()) setNewer(true)
    }
    const checkIfDue = () => {
      if (document.visibilityState === 'visible' && Date.now() - checkedAt >= checkInterval) void check()
    }
    const chunkMissing = (event: Event) => {
      event.preventDefault()
      void check()
    }
    const timer = setInterval(checkIfDue, checkInterval)
    document.addEventListener('visibilitychange', checkIfDue)
    window.addEventListener('vite:preloadError', chunkMissing)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', checkIfDue)
      window.removeEventListener('vite:preloadError', chunkMissing)
    }
  }, [])
  return newer
}
