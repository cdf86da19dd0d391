import { useEffect, useState } from 'react'
import { session } from '../../api/api.ts'

/** The time in milliseconds, updated every second: this machine's, and the estimated server time. */
export function useClock(): { local: number; server: number } {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const read = () => ({ local: Date.now(), server: session.serverNow() })
