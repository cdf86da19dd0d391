import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { copy } from '../text/copy.ts'
import { Switch } from './Switch.tsx'
import { toastFailure } from './toast-failure.ts'

type OptimisticSwitchProps = {
  checked: boolean
  label: string
  /** Resolves when the server has the new value. */
  save: (on: boolean) => Promise<unknown>
}

/** A switch that shows the new value immediately; on failure it reverts and shows the cause. */
export function OptimisticSwitch({ checked, label, save }: OptimisticSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { act } = useAction(async (on: boolean) => {
    setWanted(on)
    try {
      await save(on)
    } catch (cause) {
      toastFailure(copy.form.failed, cause)
      throw cause
    } finally {
      setWanted(null)
    }
  })
  return <Switch checked={wanted ?? checked} aria-label={label} aria-busy={wanted !== null} onChange={act} />
}
