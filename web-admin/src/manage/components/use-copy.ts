import { useEffect, useState } from 'react'

type Said = 'copied' | 'failed' | undefined

/** Copies a text, and says for a few seconds what came of it. Resolves to whether it was copied. */
export function useCopy(text: string): [said: Said, copyText: () => Promise<boolean>] {
  const [said, setSaid] = useState<Said>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), 4_000)
    return () => clearTimeout(timer)
  }, [said])

  const copyText = async () => {
    // Browsers offer the clipboard on secure origins alone, and may refuse it.
    const done = await (navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    ) ?? false)
    setSaid(done ? 'copied' : 'failed')
    return done
  }
  return [said, copyText]
}
