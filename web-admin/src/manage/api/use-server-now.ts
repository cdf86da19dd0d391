import { useEffect, useState } from 'react'
import { session } from '../../api/api.ts'

/** The server's time at a moment of this device's clock, such as `dataUpdatedAt` of a query. */
export const serverTimeOf = (local: number): number => local + session.serverNow() - Date.now()

/** A function, and the periods of the server's time in which it runs, in milliseconds. */
type Watch = { period: number; run: () => void }

const watches = new Set<Watch>()
let timer: ReturnType<typeof setInterval> | undefined
let last = 0

/** Runs `run` whenever a period of the server's time begins. All share one timer, so they change in one rendering. */
export function onEvery(period: number, run: () => void): () => void {
  const watch = { period, run }
  watches.add(watch)
  if (timer === undefined) {
    last = session.serverNow()
    timer = setInterval(tick, 1_000)
  }
  return () => {
    watches.delete(watch)
    if (watches.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  const now = session.serverNow()
  for (const { period, run } of watches) if (Math.floor(now / period) !== Math.floor(last / period)) run()
  last = now
}

/** The estimated server time in milliseconds, updated whenever a period of `interval` milliseconds begins. */
export function useServerNow(interval: number): number {
  const [now, setNow] = useState(session.serverNow)
  useEffect(() => onEvery(interval, () => setNow(session.serverNow())), [interval])
  return now
}
