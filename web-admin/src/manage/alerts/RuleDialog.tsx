import { createAlertRule, getAlertRecipients, updateAlertRule } from '@kingcar/client'
import {
  type AdminRole,
  type AlertChannel,
  type AlertKind,
  type AlertRule,
  adminRoleLabels,
  adminRoles,
  alertChannelLabels,
  alertChannels,
  alertKindLabels,
  alertKinds,
  alertKindsFor,
  alertOperations,
  alertUnits,
  isStoreAlert,
} from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { call } from '../../api/api.ts'
import { RightsContext } from '../api/rights.tsx'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { ChoicesField } from '../components/ChoicesField.tsx'
import { DateInput } from '../components/DateInput.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { StoresChoice } from '../components/StoresChoice.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { copy } from '../text/copy.ts'
import styles from './alerts.module.css'
import { text as words } from './copy.ts'

const text = words.dialog

type RuleDialogProps = {
  /** Undefined to create one. */
  rule: AlertRule | undefined
  /** The stores of the administrator; null for all. */
  own: readonly string[] | null
  onClose: () => void
  onSaved: () => void
}

/** Creates or changes a rule: kind, threshold, stores, channels, roles and quiet hours. */
export function RuleDialog({ rule, own, onClose, onSaved }: RuleDialogProps) {
  const keyFor = useIdempotencyKey()
  const [kind, setKind] = useState<AlertKind>(rule?.kind ?? 'offlineDevices')
  const [channels, setChannels] = useState<readonly AlertChannel[]>(rule?.channels ?? ['bell'])
  const [roles, setRoles] = useState<readonly AdminRole[]>(rule?.roles ?? ['owner', 'manager'])
  const [chosen, setChosen] = useState<'all' | readonly string[]>(rule?.storeIds ?? (own === null ? 'all' : own))
  const [quiet, setQuiet] = useState({ quietFrom: rule?.quietFrom ?? '', quietTo: rule?.quietTo ?? '' })
  const rights = use(RightsContext)
  const visible = rights ? alertKindsFor({ adminRole: rights.role, storeIds: rights.storeIds }) : []
  const unit = alertUnits[kind]
  const ofStores = isStoreAlert(kind)
  const fields = ({ threshold = '0', quietFrom = '', quietTo = '', repeatHours = '' }: Record<string, string>) => ({
    ...{
      threshold: unit === null ? 0 : Number(threshold),
      storeIds: ofStores && chosen !== 'all' ? [...chosen] : null,
    },
    ...{ channels: [...channels], roles: [...roles], adminIds: rule?.adminIds ?? [] },
    ...{
      quietFrom: quietFrom || null,
      quietTo: quietTo || null,
      repeatHours: repeatHours === '' ? null : Number(repeatHours),
    },
    ...{ enabled: rule?.enabled ?? true },
  })
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: alertOperations.createAlertRule.input,
    read: (texts) => ({ kind, ...fields(texts) }),
    validate: ({ quietFrom, quietTo }) => ({
      ...(roles.length + (rule?.adminIds.length ?? 0) === 0 && { roles: text.chooseRole }),
      ...(ofStores && chosen !== 'all' && chosen.length === 0 && { storeIds: copy.stores.choose }),
      ...((!quietFrom !== !quietTo || (quietFrom && quietFrom === quietTo)) && { quietTo: text.both }),
    }),
    send: async (texts) => {
      const input = fields(texts)
      if (rule === undefined)
        await call(createAlertRule, { kind, ...input }, { idempotencyKey: keyFor({ kind, ...input }) })
      else await call(updateAlertRule, { id: rule.id, ...input })
      onSaved()
    },
  })
  return (
    <Dialog title={rule === undefined ? text.createTitle : text.editTitle} busy={busy} columns onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <SelectField
          id="rule-kind"
          label={words.kind}
          value={kind}
          disabled={rule !== undefined}
          onChange={(event) => setKind(alertKinds.find((each) => each === event.target.value) ?? kind)}
          choices={alertKinds
            .filter((each) => each === kind || visible.includes(each))
            .map((each) => [each, alertKindLabels[each]])}
        />
        {unit !== null && (
          <Field id="rule-threshold" label={text.thresholds[unit]} hint={text.hints[unit]} fault={faults.threshold}>
            <input
              name="threshold"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={rule?.threshold ?? 5}
              {...inField('rule-threshold', faults.threshold)}
            />
          </Field>
        )}
        {ofStores && (
          <StoresChoice
            id="rule-stores"
            label={words.rules.stores}
            value={chosen}
            onChange={setChosen}
            fault={faults.storeIds}
          />
        )}
        <ChoicesField
          id="rule-channels"
          legend={words.rules.channels}
          labels={alertChannelLabels}
          choices={alertChannels}
          chosen={channels}
          onChange={setChannels}
          fault={faults.channels}
        />
        <ChoicesField
          id="rule-roles"
          legend={words.rules.recipients}
          labels={adminRoleLabels}
          choices={adminRoles}
          chosen={roles}
          onChange={setRoles}
          fault={faults.roles}
        />
        {channels.includes('talk') && <WithoutPhone kind={kind} roles={roles} />}
        <div className={styles.quiet}>
          <Field id="rule-quiet-from" label={text.quietFrom} hint={text.quietHint} fault={faults.quietFrom}>
            <DateInput
              kind="time"
              name="quietFrom"
              value={quiet.quietFrom}
              onValue={(quietFrom) => setQuiet({ ...quiet, quietFrom })}
              {...inField('rule-quiet-from', faults.quietFrom)}
            />
          </Field>
          <Field id="rule-quiet-to" label={text.quietTo} fault={faults.quietTo}>
            <DateInput
              kind="time"
              name="quietTo"
              value={quiet.quietTo}
              onValue={(quietTo) => setQuiet({ ...quiet, quietTo })}
              {...inField('rule-quiet-to', faults.quietTo)}
            />
          </Field>
        </div>
        <Field id="rule-repeat" label={text.repeat} hint={text.repeatHint} fault={faults.repeatHours}>
          <input
            name="repeatHours"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={rule?.repeatHours ?? ''}
            {...inField('rule-repeat', faults.repeatHours)}
          />
        </Field>
        <FormActions {...{ busy, failure }} failed={text.failed} confirm={copy.actions.save} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** Shows how many administrators of the chosen roles get no AlimTalk, because they have set no number. */
function WithoutPhone({ kind, roles }: { kind: AlertKind; roles: readonly AdminRole[] }) {
  const { data } = useQuery({
    queryKey: [getAlertRecipients.name, kind],
    queryFn: () => call(getAlertRecipients, { kind }),
  })
  const chosen = data?.roles.filter(({ role }) => roles.includes(role)) ?? []
  const sum = (of: 'administrators' | 'withoutPhone') => chosen.reduce((total, each) => total + each[of], 0)
  const missing = sum('withoutPhone')
  return <p role="status">{missing > 0 && text.withoutPhone(missing, sum('administrators'))}</p>
}
