import { useState } from 'react'
import { useMay } from '../api/rights.tsx'
import type { Option } from '../search/option.ts'
import { globalCommands, pageCommands, storeCommands } from './commands.ts'
import { useScheme } from './scheme-choice.ts'
import { useSignOut } from './use-sign-out.ts'

/** The commands for the administrator: first those of the current page, then the global ones. */
export function useCommands(): Option[] {
  const may = useMay()
  const scheme = useScheme()
  const signOut = useSignOut()
  const [ofPage] = useState(() => [...pageCommands(), ...storeCommands()]) // as the page was when the search opened
  const everywhere = globalCommands(scheme, () => void signOut()).filter(
    ({ op, name }) => (op === undefined || may(op)) && ofPage.every((each) => each.name !== name),
  )
  return [...ofPage, ...everywhere]
}
