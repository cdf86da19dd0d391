import { useState } from 'react'
import { copy } from '../text/copy.ts'
import { Switch } from './Switch.tsx'
import { useToastedAction } from './use-toasted-action.ts'

type OptimisticSwitchProps = {
  checked: boolean
  label: string
  /** Resolves when the server has the new value. */
  save: (on: boolean) => Promise<unknown>
}

/** A switch that shows the new value immediately; on failure it reverts and shows the cause. */
export function OptimisticSwitch({ checked, label, save }: OptimisticSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { act } = useToastedAction(copy.form.failed, async (on: boolean) => {
    setWanted(on)
    try {
      await save(on)
    } finally {
      setWanted(null)
    }
  })
  return <Switch checked={wanted ?? checked} aria-label={label} aria-busy={wanted !== null} onChange={act} />
}
