import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Makes the function that has work done once when this turn of the event loop ends, however often it is asked for: what
 * many requests of one turn want is then one message and one write. On behalf of many, and so of none.
 */
export function oncePerTick(work: () => void): () => void {
  const outside = AsyncLocalStorage.snapshot()
  let asked = false
  const run = () => {
    asked = false
    work()
  }
  return () => {
    if (asked) return
    asked = true
    setImmediate(outside, run)
  }
}
