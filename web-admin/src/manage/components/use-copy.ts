import { useEffect, useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'

type Said = 'copied' | 'failed' | undefined

/** Copies a text, and says for a few seconds what came of it. Resolves to whether it was copied. */
export function useCopy(text: string): [said: Said, copyIt: () => Promise<boolean>] {
  const [said, setSaid] = useState<Said>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), 4_000)
    return () => clearTimeout(timer)
  }, [said])

  const copyIt = async () => {
    const done = await copyText(text)
    setSaid(done ? 'copied' : 'failed')
    return done
  }
  return [said, copyIt]
}
