import { createListedPlate, getGate, updateGate } from '@kingcar/client'
import {
  type GateFailure,
  type GateMode,
  gateFailureLabels,
  gateFailures,
  gateModeLabels,
  gateModes,
  gateOperations,
  listedPlateOperations,
  type PlateListKind,
  plateListKinds,
  plateListLabels,
} from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, session } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { storesQuery } from '../api/queries.ts'
import { useSeesEveryStore } from '../api/rights.tsx'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField } from '../components/Field.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { copy } from '../text/copy.ts'
import { PlateField, plateFault } from '../visits/PlateField.tsx'
import { text } from './copy.ts'

/** The tasks of this page's dialogs. */
export type GateTask = 'add' | 'rules'

type GateDialogsProps = { task: GateTask; onClose: () => void; onAdded: () => unknown }

/** The dialogs of this page, which are loaded on demand. */
export const GateDialogs = ({ task, onClose, onAdded }: GateDialogsProps) =>
  task === 'add' ? <AddDialog onClose={onClose} onAdded={onAdded} /> : <RulesDialog onClose={onClose} />

type Texts = Record<string, string>
const day = 86_400_000

/** Adds a plate to a list of a store, or of all stores. */
function AddDialog({ onClose, onAdded }: Omit<GateDialogsProps, 'task'>) {
  const seesAll = useSeesEveryStore()
  const keyFor = useIdempotencyKey()
  const [carNumber, setCarNumber] = useState('')
  const [begin] = useState(() => session.serverNow())
  const entry = ({ kind, storeId = '', reason = '', days = '0', ...plate }: Texts) => ({
    ...{ carNumber: plate.carNumber ?? '', kind: kind as PlateListKind, reason },
    ...(storeId !== '' && { storeId }),
    ...(days !== '0' && { expiresAt: new Date(begin + Number(days) * day).toISOString() }),
  })
  const [days, setDays] = useState('0')
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: listedPlateOperations.createListedPlate.input,
    read: (texts) => entry({ ...texts, days }),
    validate: ({ storeId = '', reason = '' }) => ({
      ...(plateFault(carNumber) !== undefined && { carNumber: plateFault(carNumber) ?? '' }),
      ...(storeId === '' && !seesAll && { storeId: text.add.storeRequired }),
      ...(reason === '' && { reason: copy.reason.required }),
    }),
    send: async (texts) => {
      const input = entry({ ...texts, days })
      await call(createListedPlate, input, { idempotencyKey: keyFor(input) })
      onClose()
      notify.success(text.add.done)
      await onAdded()
    },
  })
  return (
    <Dialog title={text.add.title} busy={busy} onClose={onClose}>
      <p>{text.add.text}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <PlateField id="listed-plate" value={carNumber} onChange={setCarNumber} fault={faults.carNumber} />
        <SelectField
          id="listed-kind"
          name="kind"
          label={text.kind}
          choices={plateListKinds.map((kind) => [kind, plateListLabels[kind]])}
        />
        <StoreChoice id="listed-store" fault={faults.storeId} none={seesAll ? text.everyStore : text.add.chooseStore} />
        <Field id="listed-reason" label={copy.reason.label} hint={copy.reason.hint} fault={faults.reason}>
          <textarea {...inField('listed-reason', faults.reason)} name="reason" rows={2} maxLength={500} data-prose />
        </Field>
        <SelectField
          id="listed-days"
          label={text.add.period}
          fault={faults.expiresAt}
          value={days}
          onChange={(event) => setDays(event.target.value)}
          choices={Object.entries(text.add.periods)}
        />
        <FormActions {...{ busy, failure }} failed={text.add.failed} confirm={text.add.confirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** Changes the rules of a store. */
function RulesDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data: stores = [] } = useQuery(storesQuery)
  const [chosen, setChosen] = useState('')
  const storeId = chosen === '' ? (stores[0]?.id ?? '') : chosen
  const rules = useQuery({
    queryKey: ['getGate', storeId],
    queryFn: () => call(getGate, { id: storeId }),
    enabled: storeId !== '',
  })
  const input = ({ mode, whenUnavailable }: Texts) => ({
    ...{ id: storeId, mode: mode as GateMode, whenUnavailable: whenUnavailable as GateFailure },
  })
  const { form, submit, busy, failure } = useShortForm({
    schema: gateOperations.updateGate.input,
    read: input,
    send: async (texts) => {
      await call(updateGate, input(texts))
      onClose()
      notify.success(text.gate.done)
      await client.invalidateQueries({ queryKey: ['getGate'] })
    },
  })
  return (
    <Dialog title={text.gate.title} busy={busy} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <SelectField
          id="gate-store"
          label={text.store}
          value={storeId}
          onChange={(event) => setChosen(event.target.value)}
          data-autofocus
          choices={stores.map(({ id, name }) => [id, name])}
        />
        {rules.error !== null && (
          <Failure title={copy.failures.list} cause={rules.error} retry={() => void rules.refetch()} />
        )}
        {rules.data !== undefined && (
          <div key={storeId}>
            <SelectField
              id="gate-mode"
              name="mode"
              label={text.gate.mode}
              hint={text.gate.modeHint}
              defaultValue={rules.data.mode}
              choices={gateModes.map((mode) => [mode, gateModeLabels[mode]])}
            />
            <SelectField
              id="gate-unavailable"
              name="whenUnavailable"
              label={text.gate.whenUnavailable}
              hint={text.gate.whenUnavailableHint}
              defaultValue={rules.data.whenUnavailable}
              choices={gateFailures.map((each) => [each, gateFailureLabels[each]])}
            />
            <FormActions {...{ busy, failure }} confirm={copy.actions.save} onClose={onClose} />
          </div>
        )}
      </form>
    </Dialog>
  )
}

function StoreChoice({ id, fault, none }: { id: string; fault: string | undefined; none: string }) {
  const { data: stores = [] } = useQuery(storesQuery)
  return (
    <SelectField
      id={id}
      label={text.store}
      fault={fault}
      name="storeId"
      none={none}
      choices={stores.map((store) => [store.id, store.name])}
    />
  )
}
