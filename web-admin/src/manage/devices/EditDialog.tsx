import { updateDevice } from '@kingcar/client'
import {
  type Device,
  type DeviceRole,
  type DeviceSettings,
  deviceOperations,
  deviceRoleLabels,
  deviceRoles,
} from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { storesQuery } from '../api/queries.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { StoreAndName } from '../components/StoreAndName.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'

type EditDialogProps = { device: Device; onClose: () => void; onSaved: (device: DeviceSettings) => void }

/** Changes what an administrator sets for a device. */
export function EditDialog({ device, onClose, onSaved }: EditDialogProps) {
  const stores = useQuery(storesQuery)
  const { form, faults, busy, failure, submit } = useShortForm({
    schema: deviceOperations.updateDevice.input,
    fixed: { id: device.id },
    read: settingsOf,
    validate: ({ storeId, name, minimumConfidence = '' }) => ({
      ...(storeId === '' && { storeId: text.storeRequired }),
      ...(name === '' && { name: text.nameRequired }),
      ...(Number.isNaN(Number(minimumConfidence)) && { minimumConfidence: text.confidenceInvalid }),
    }),
    send: async (texts) => onSaved(await call(updateDevice, settingsOf(texts))),
  })
  return (
    <Dialog title={text.editTitle(device.name)} busy={busy} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <StoreAndName id="device" values={device} texts={text} {...{ stores, faults }} />
        <Field id="device-lane" label={text.laneName} fault={faults.laneName} hint={text.laneNameHint}>
          <input
            name="laneName"
            maxLength={50}
            autoComplete="off"
            defaultValue={device.laneName ?? ''}
            {...inField('device-lane', faults.laneName)}
          />
        </Field>
        <Field id="device-role" label={text.role} fault={faults.role} hint={text.roleHint}>
          <select name="role" defaultValue={device.role} {...inField('device-role', faults.role)}>
            {deviceRoles.toReversed().map((role) => (
              <option key={role} value={role}>
                {deviceRoleLabels[role]}
              </option>
            ))}
          </select>
        </Field>
        <Field
          id="device-confidence"
          label={text.minimumConfidence}
          fault={faults.minimumConfidence}
          hint={text.minimumConfidenceHint}
        >
          <input
            name="minimumConfidence"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={device.minimumConfidence ?? ''}
            {...inField('device-confidence', faults.minimumConfidence)}
          />
        </Field>
        <p>{text.moving}</p>
        <FormActions {...{ busy, failure }} confirm={copy.actions.save} onClose={onClose} />
      </form>
    </Dialog>
  )
}

const settingsOf = ({ id = '', storeId = '', name = '', laneName = '', role, minimumConfidence = '' }: Texts) => ({
  ...{ id, storeId, name, role: role as DeviceRole },
  laneName: laneName === '' ? null : laneName,
  minimumConfidence: minimumConfidence === '' ? null : Number(minimumConfidence),
})
type Texts = Record<string, string>
