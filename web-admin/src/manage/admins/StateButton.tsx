import { updateAdmin } from '@kingcar/client'
import type { Admin } from '@kingcar/contract'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { currentAdminId } from '../api/current-admin-id.ts'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { useToastedAction } from '../components/use-toasted-action.ts'
import { text } from './copy.ts'

type StateButtonProps = {
  read: { result: Admin; etag: string | null }
  refresh: () => Promise<unknown>
}

/** Disables or enables an administrator, with the ETag of the shown state. Disabling oneself needs a second confirmation. */
export function StateButton({ read: { result, etag }, refresh }: StateButtonProps) {
  const { id, name, disabled } = result
  const [asking, setAsking] = useState<'once' | 'twice'>()
  const mine = id === currentAdminId()
  const close = () => setAsking(undefined)

  const change = async (next: boolean) => {
    try {
      await call(updateAdmin, { id, disabled: next }, etag === null ? {} : { ifMatch: etag })
      close()
      notify.success(next ? text.disabledDone : text.enabledDone)
    } finally {
      // Also after a conflict, so that the next attempt is based on the current state.
      await refresh()
    }
  }
  const enabling = useToastedAction(text.stateFailed, () => change(false))

  if (disabled) {
    return (
      <Button busy={enabling.busy} onClick={() => enabling.act()}>
        {text.enable}
      </Button>
    )
  }
  return (
    <>
      <Button tone="danger" onClick={() => setAsking('once')}>
        {text.disable}
      </Button>
      {asking === 'once' && (
        <ConfirmDialog
          title={text.disableTitle(name)}
          text={mine ? text.disableMyself : text.disableText}
          confirm={mine ? text.goOn : text.disable}
          run={mine ? async () => setAsking('twice') : () => change(true)}
          onClose={close}
        />
      )}
      {asking === 'twice' && (
        <ConfirmDialog
          key="twice"
          title={text.disableMyselfAgain}
          text={text.disableMyselfText}
          confirm={text.disable}
          run={() => change(true)}
          onClose={close}
        />
      )}
    </>
  )
}
