import { useState } from 'react'
import { useMay } from '../api/rights.tsx'
import { useScheme } from '../shell/scheme-choice.ts'
import { useSignOut } from '../shell/use-sign-out.ts'
import { globalCommands, pageCommands } from './commands.ts'
import { copy } from './copy.ts'
import { matcherOf } from './matcher.ts'
import type { ResultGroup } from './option.ts'

/** What the administrator can do here: first on the current page, then everywhere. */
export function useCommands(text: string): ResultGroup {
  const may = useMay()
  const scheme = useScheme()
  const signOut = useSignOut()
  const [ofPage] = useState(pageCommands) // as the page was when the search opened
  const matches = matcherOf(text)
  const everywhere = globalCommands(scheme, () => void signOut()).filter(
    ({ op, name }) => (op === undefined || may(op)) && ofPage.every((each) => each.name !== name),
  )
  const options = [...ofPage, ...everywhere].filter(({ name, words }) => matches(name, words))
  return { title: copy.commands, total: options.length, options, stale: false }
}
