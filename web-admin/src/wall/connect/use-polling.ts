import { useEffect, useState } from 'react'
import { SignedOutError } from '../../api/session.ts'

/**
 * The result of `poll`, called immediately and then in the interval of its result, in milliseconds; `initial` until the first
 * result. When the server is unreachable the last result stays; the connection status shows the outage. Callers have to memoize
 * `poll`: a new function starts over.
 */
export function usePolling<T>(
  poll: () => Promise<T>,
  initial: T,
  intervalOf: (result: T) => number,
  signedOut: () => void,
): T {
  const [result, setResult] = useState(initial)
  useEffect(() => {
    let left = false
    let timer: ReturnType<typeof setTimeout>
    const wait = (known: T) => {
      clearTimeout(timer)
      timer = setTimeout(run, intervalOf(known), known)
    }
    const run = (known: T) => {
      wait(known) // a response may never come
      void poll().then(
        (value) => {
          if (left) return
          setResult(value)
          wait(value)
        },
        (cause: unknown) => {
          if (!left && cause instanceof SignedOutError) signedOut()
        },
      )
    }
    run(initial)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [poll, initial, intervalOf, signedOut])
  return result
}
