import { useEffect, useState } from 'react'
import { SignedOutError } from '../../api/session.ts'

/**
 * The result of `poll`, called immediately and then in the interval of its result, in milliseconds; `initial` until the first
 * result. When the
 * server is unreachable the last result stays; the connection status shows the outage. A new `poll` function starts over, so
 * callers have to memoize it.
 */
export function usePolling<T>(
  poll: () => Promise<T>,
  initial: T,
  intervalOf: (result: T) => number,
  signedOut: () => void,
): T {
  const [result, setResult] = useState(initial)
  const interval = intervalOf(result)
  useEffect(() => {
    let left = false
    const run = () =>
      void poll().then(
        (value) => left || setResult(value),
        (cause: unknown) => {
          if (!left && cause instanceof SignedOutError) signedOut()
        },
      )
    run()
    const timer = setInterval(run, interval)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [poll, interval, signedOut])
  return result
}
