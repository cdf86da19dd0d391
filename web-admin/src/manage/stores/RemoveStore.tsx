import { listDevices, listScreens } from '@kingcar/client'
import type { Store } from '@kingcar/contract'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { Facts } from '../components/Panel.tsx'
import { TypedConfirmDialog } from '../components/TypedConfirmDialog.tsx'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'

/** Names that the question shows of each kind. */
const shown = 10

type Listed = { content: readonly { name: string }[]; totalElements: number }
type Equipment = { devices: Listed; screens: Listed }

type RemoveStoreProps = {
  store: Pick<Store, 'id' | 'name'>
  onRemove: (options: { withDevices?: true }) => unknown
  onClose: () => void
}

/**
 * Confirms the deletion of a store: its name has to be typed. If it has recognizers or wall screens, which end with it,
 * the user has to confirm that too.
 */
export function RemoveStore({ store: { id, name }, onRemove, onClose }: RemoveStoreProps) {
  const [equipment, setEquipment] = useState<Equipment>()
  if (equipment !== undefined) {
    return (
      <Dialog title={text.equippedTitle(name)} onClose={onClose}>
        <p>{text.equippedText}</p>
        <Facts facts={[factOf(text.devices, equipment.devices), factOf(text.screens, equipment.screens)]} />
        <DialogActions>
          <Button data-autofocus onClick={onClose}>
            {copy.actions.cancel}
          </Button>
          <Button tone="danger" onClick={() => onRemove({ withDevices: true })}>
            {text.endWithStore}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  const remove = async () => {
    const input = { storeId: id, size: shown }
    const [devices, screens] = await Promise.all([call(listDevices, input), call(listScreens, input)])
    if (devices.totalElements + screens.totalElements === 0) await onRemove({})
    else setEquipment({ devices, screens })
  }
  return (
    <TypedConfirmDialog
      title={text.removeTitle(name)}
      text={text.removeText}
      expected={name}
      confirm={text.remove}
      run={remove}
      onClose={onClose}
    />
  )
}

function factOf(kind: string, { content, totalElements }: Listed): [string, string] | null {
  if (totalElements === 0) return null
  const names = content.map(({ name }) => name).join(', ')
  const more = totalElements - content.length
  return [kind, more > 0 ? text.namesAndMore(names, amount(more)) : names]
}
