import { useEffect, useState } from 'react'
import { session } from '../../api/api.ts'

/** The time in milliseconds, a second at a time: this machine's, and the server's as far as it is known. */
export function useNow(): { local: number; server: number } {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const read = () => ({ local: Date.now(), server: session.serverNow() })
