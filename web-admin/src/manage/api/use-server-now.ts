import { useEffect, useState } from 'react'
import { session } from '../../api/api.ts'

/** The server's time in milliseconds as far as it is known, asked again after each `interval`. */
export function useServerNow(interval: number): number {
  const [now, setNow] = useState(session.serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(session.serverNow()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
