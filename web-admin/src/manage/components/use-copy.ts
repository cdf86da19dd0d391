import { useEffect, useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'

type Outcome = 'copied' | 'failed' | undefined

/** Returns the outcome, for four seconds, and a function that copies the text and resolves to whether that worked. */
export function useCopy(text: string): [outcome: Outcome, copyIt: () => Promise<boolean>] {
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), 4_000)
    return () => clearTimeout(timer)
  }, [outcome])

  const copyIt = async () => {
    const done = await copyText(text)
    setOutcome(done ? 'copied' : 'failed')
    return done
  }
  return [outcome, copyIt]
}
