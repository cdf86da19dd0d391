import { deleteDevice, rotateDeviceSecret } from '@kingcar/client'
import type { Device, DeviceSettings, DeviceWithSecret } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Copyable } from '../components/Copyable.tsx'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../components/Dialog.tsx'
import { copy } from '../text/copy.ts'
import { CredentialDialog } from './CredentialDialog.tsx'
import { text } from './copy.ts'
import styles from './devices.module.css'
import { EditDialog } from './EditDialog.tsx'
import { RegisterDialog } from './RegisterDialog.tsx'

/** The open dialog of the devices page. A secret is kept only here, while it is shown. */
export type OpenDialog =
  | { kind: 'register' }
  | { kind: 'credential'; title: string; device: DeviceWithSecret }
  | { kind: 'edit'; device: Device }
  | { kind: 'moved'; storeId: string }
  | { kind: 'rotate' | 'remove'; device: Pick<Device, 'id' | 'name'> }

/** Renders the open dialog; `show` switches to the next one. */
export function DeviceDialogs({ open, show }: { open: OpenDialog | undefined; show: (open?: OpenDialog) => void }) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['devices'] })
  const close = () => show()

  const registered = (device: DeviceWithSecret) => {
    show({ kind: 'credential', title: text.credential.registered, device })
    void refresh()
  }
  const edited = (before: Device, after: DeviceSettings) => {
    show(before.storeId === after.storeId ? undefined : { kind: 'moved', storeId: after.storeId })
    notify.success(copy.actions.saved)
    void refresh()
  }
  const rotate = async (id: string) => {
    const device = await call(rotateDeviceSecret, { id })
    show({ kind: 'credential', title: text.credential.rotated, device })
    void refresh()
  }
  const remove = async (id: string) => {
    await call(deleteDevice, { id })
    // Refetched before the dialog closes, so that the focus does not return to the removed row.
    await refresh()
    close()
    notify.success(copy.actions.removed)
  }

  switch (open?.kind) {
    case undefined:
      return null
    case 'register':
      return <RegisterDialog onClose={close} onRegistered={registered} />
    case 'edit':
      return <EditDialog device={open.device} onClose={close} onSaved={(after) => edited(open.device, after)} />
    case 'moved':
      return (
        <Dialog title={text.movedTitle} onClose={close}>
          <p>{text.moved}</p>
          <div className={styles.credential}>
            <span>{text.storeId}</span>
            <Copyable text={open.storeId} label={`${text.storeId} ${copy.actions.copy}`} />
          </div>
          <DialogActions>
            <Button data-autofocus onClick={close}>
              {copy.actions.close}
            </Button>
          </DialogActions>
        </Dialog>
      )
    case 'credential':
      return (
        <CredentialDialog
          key={open.device.secret}
          title={open.title}
          device={open.device}
          onClose={close}
          onRotate={() => show({ kind: 'rotate', device: open.device })}
        />
      )
    case 'rotate':
      return (
        <ConfirmDialog
          title={text.rotateTitle(open.device.name)}
          text={text.rotateText}
          confirm={text.rotate}
          run={() => rotate(open.device.id)}
          onClose={close}
        />
      )
    case 'remove':
      return (
        <ConfirmDialog
          title={text.removeTitle(open.device.name)}
          text={text.removeText}
          confirm={text.remove}
          run={() => remove(open.device.id)}
          onClose={close}
        />
      )
  }
}
