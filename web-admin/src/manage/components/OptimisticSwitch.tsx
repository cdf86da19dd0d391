import type { AdminOperation } from '@kingcar/contract'
import { useState } from 'react'
import { useMay } from '../api/rights.tsx'
import { copy } from '../text/copy.ts'
import { Switch } from './Switch.tsx'
import { useToastedAction } from './use-toasted-action.ts'

type OptimisticSwitchProps = {
  /** The operation that saves it; an administrator that may not call it sees the state only. */
  op: AdminOperation
  checked: boolean
  label: string
  /** Resolves when the server has the new value. */
  save: (on: boolean) => Promise<unknown>
}

/** A switch that shows the new value immediately; on failure it reverts and shows the cause. */
export function OptimisticSwitch({ op, checked, label, save }: OptimisticSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { act } = useToastedAction(copy.form.failed, async (on: boolean) => {
    setWanted(on)
    try {
      await save(on)
    } finally {
      setWanted(null)
    }
  })
  const disabled = !useMay()(op)
  return (
    <Switch
      checked={wanted ?? checked}
      aria-label={label}
      aria-busy={wanted !== null}
      disabled={disabled}
      onChange={act}
    />
  )
}
