import { useEffect, useState } from 'react'
import { session } from '../../api/api.ts'

/** The server's time at a moment of this device's clock, such as `dataUpdatedAt` of a query. */
export const serverTimeOf = (local: number): number => local + session.serverNow() - Date.now()

/** The estimated server time in milliseconds, updated every `interval` milliseconds. */
export function useServerNow(interval: number): number {
  const [now, setNow] = useState(session.serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(session.serverNow()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
