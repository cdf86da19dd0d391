import { updateDevice } from '@kingcar/client'
import {
  type Device,
  type DeviceRole,
  type DeviceSettings,
  deviceOperations,
  deviceRoleLabels,
  deviceRoles,
  type TimeSource,
  timeSourceLabels,
  timeSources,
} from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { storesQuery } from '../api/queries.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { StoreAndName } from '../components/StoreAndName.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'

type EditDialogProps = { device: Device; onClose: () => void; onSaved: (device: DeviceSettings) => void }

/** Changes the settings of a device. */
export function EditDialog({ device, onClose, onSaved }: EditDialogProps) {
  const stores = useQuery(storesQuery)
  const { form, faults, busy, failure, submit } = useShortForm({
    schema: deviceOperations.updateDevice.input,
    fixed: { id: device.id },
    read: settingsOf,
    validate: ({
      storeId,
      name,
      role,
      gateOutput,
      minimumConfidence = '',
      revisitSeconds = '',
      arrivalAngle = '',
    }) => ({
      ...(storeId === '' && { storeId: text.storeRequired }),
      ...(name === '' && { name: text.nameRequired }),
      ...(Number.isNaN(Number(minimumConfidence)) && { minimumConfidence: text.confidenceInvalid }),
      ...(gateOutput === 'yes' && role !== 'entry' && { gateOutput: text.gateOutputHint }),
      ...(!isWithin(revisitSeconds, 1, 86_400) && { revisitSeconds: text.revisitInvalid }),
      ...(!isWithin(arrivalAngle, 0, 359) && { arrivalAngle: text.arrivalAngleInvalid }),
    }),
    send: async (texts) => onSaved(await call(updateDevice, settingsOf(texts))),
  })
  return (
    <Dialog title={text.editTitle(device.name)} busy={busy} columns onClose={onClose}>
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
        <SelectField
          id="device-role"
          label={text.role}
          fault={faults.role}
          hint={text.roleHint}
          name="role"
          defaultValue={device.role}
          choices={deviceRoles.toReversed().map((role) => [role, deviceRoleLabels[role]])}
        />
        <SelectField
          id="device-gate"
          label={text.gateOutput}
          fault={faults.gateOutput}
          hint={text.gateOutputHint}
          name="gateOutput"
          defaultValue={device.gateOutput ? 'yes' : 'no'}
          choices={Object.entries(text.gates)}
        />
        <SelectField
          id="device-gate-display"
          label={text.gateShowsMember}
          hint={text.gateShowsMemberHint}
          name="gateShowsMember"
          defaultValue={device.gateShowsMember ? 'yes' : 'no'}
          choices={Object.entries(text.gateDisplays)}
        />
        <Numeric
          name="minimumConfidence"
          {...{ device, faults }}
          label={text.minimumConfidence}
          hint={text.minimumConfidenceHint}
        />
        <Numeric name="revisitSeconds" {...{ device, faults }} label={text.revisit} hint={text.revisitHint} />
        <SelectField
          id="device-time"
          label={text.timeSource}
          fault={faults.timeSource}
          hint={text.timeSourceHint}
          name="timeSource"
          defaultValue={device.timeSource}
          choices={timeSources.map((source) => [source, timeSourceLabels[source]])}
        />
        <Numeric name="arrivalAngle" {...{ device, faults }} label={text.arrivalAngle} hint={text.arrivalAngleHint} />
        <p>{text.moving}</p>
        <FormActions {...{ busy, failure }} confirm={copy.actions.save} onClose={onClose} />
      </form>
    </Dialog>
  )
}

type NumericProps = {
  name: 'minimumConfidence' | 'revisitSeconds' | 'arrivalAngle'
  device: Device
  faults: Texts
  label: string
  hint: string
}

/** A number that may be missing. */
function Numeric({ name, device, faults, label, hint }: NumericProps) {
  const id = `device-${name}`
  return (
    <Field {...{ id, label, hint }} fault={faults[name]}>
      <input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={device[name] ?? ''}
        {...inField(id, faults[name])}
      />
    </Field>
  )
}

/** Whether a text is empty, or a whole number in a range. */
const isWithin = (text: string, least: number, most: number) =>
  text === '' || (Number.isInteger(Number(text)) && Number(text) >= least && Number(text) <= most)

const numberIn = (text = '') => (text === '' ? null : Number(text))

const settingsOf = ({
  id = '',
  storeId = '',
  name = '',
  laneName = '',
  role,
  gateOutput,
  gateShowsMember,
  timeSource,
  ...numbers
}: Texts) => ({
  ...{ id, storeId, name, role: role as DeviceRole, timeSource: timeSource as TimeSource },
  laneName: laneName === '' ? null : laneName,
  gateOutput: gateOutput === 'yes',
  gateShowsMember: gateShowsMember === 'yes',
  minimumConfidence: numberIn(numbers.minimumConfidence),
  revisitSeconds: numberIn(numbers.revisitSeconds),
  arrivalAngle: numberIn(numbers.arrivalAngle),
})
type Texts = Record<string, string>
