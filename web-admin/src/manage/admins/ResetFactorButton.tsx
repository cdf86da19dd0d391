import { resetSecondFactor } from '@kingcar/client'
import type { Admin } from '@kingcar/contract'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { text as words } from './copy.ts'

const text = words.factor
type ResetFactorButtonProps = { admin: Admin; refresh: () => Promise<unknown> }

/** Switches the second factor of another administrator off, who cannot sign in with it any more. */
export function ResetFactorButton({ admin: { id, name }, refresh }: ResetFactorButtonProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const reset = async () => {
    try {
      await call(resetSecondFactor, { id })
      close()
      notify.success(text.done)
    } finally {
      await refresh() // also after an error, because the administrator may have just switched it off
    }
  }
  return (
    <>
      <Button tone="danger" onClick={() => setAsking(true)}>
        {text.reset}
      </Button>
      {asking && (
        <ConfirmDialog title={text.title(name)} text={text.text} confirm={text.reset} run={reset} onClose={close} />
      )}
    </>
  )
}
