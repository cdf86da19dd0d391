import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Returns a function that schedules `work` for the end of the current tick of the event loop; several calls in one tick
 * run it once, so that the requests of a tick share one message and one write. `work` runs outside any request's
 * AsyncLocalStorage context, since it acts for many requests.
 */
export function oncePerTick(work: () => void): () => void {
  const runOutside = AsyncLocalStorage.snapshot()
  let scheduled = false
  const run = () => {
    scheduled = false
    work()
  }
  return () => {
    if (scheduled) return
    scheduled = true
    setImmediate(runOutside, run)
  }
}
