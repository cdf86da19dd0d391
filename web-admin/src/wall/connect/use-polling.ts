import { useEffect, useState } from 'react'
import { SignedOutError } from '../../api/session.ts'

/**
 * What a call answers, asked at once and again and again; `initial` until then. Where the server cannot be asked the last
 * answer stays: the pill tells of a server that is away. `ask` has to be the same function as long as the question is.
 */
export function useAnswer<T>(ask: () => Promise<T>, initial: T, every: number, signedOut: () => void): T {
  const [answer, setAnswer] = useState(initial)
  useEffect(() => {
    let left = false
    const askAgain = () =>
      void ask().then(
        (value) => left || setAnswer(value),
        (cause: unknown) => {
          if (!left && cause instanceof SignedOutError) signedOut()
        },
      )
    askAgain()
    const timer = setInterval(askAgain, every)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [ask, every, signedOut])
  return answer
}
