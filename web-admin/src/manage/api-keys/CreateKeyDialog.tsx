import { createApiKey } from '@kingcar/client'
import { apiKeyOperations, apiKeyPermissions, permissionLabels } from '@kingcar/contract'
import { useState } from 'react'
import { call, session } from '../../api/api.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { StoresChoice } from '../components/StoresChoice.tsx'
import stores from '../components/stores-choice.module.css'
import { useShortForm } from '../form/use-short-form.ts'
import { copy } from '../text/copy.ts'
import styles from './api-keys.module.css'
import { text as words } from './copy.ts'

const text = words.create
const day = 86_400_000
type KeyPermission = (typeof apiKeyPermissions)[number]

type CreateKeyDialogProps = {
  onClose: () => void
  /** `key` is null if an earlier response with it was lost. */
  onMade: (made: { name: string; key: string | null }) => void
}

/** Creates an API key with permissions, stores and an end. */
export function CreateKeyDialog({ onClose, onMade }: CreateKeyDialogProps) {
  const keyFor = useIdempotencyKey()
  const [permissions, setPermissions] = useState<readonly KeyPermission[]>([])
  const [chosen, setChosen] = useState<'all' | readonly string[]>('all')
  const [days, setDays] = useState('365')
  const [begin] = useState(() => session.serverNow())
  const key = ({ name = '' }: Record<string, string>) => ({
    ...{ name, permissions: [...permissions], storeIds: chosen === 'all' ? null : [...chosen] },
    expiresAt: new Date(begin + Number(days) * day).toISOString(),
  })
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: apiKeyOperations.createApiKey.input,
    read: key,
    validate: () => ({
      ...(permissions.length === 0 && { permissions: text.choose }),
      ...(chosen !== 'all' && chosen.length === 0 && { storeIds: copy.stores.choose }),
    }),
    send: async (texts) => {
      const input = key(texts)
      onMade({ name: input.name, key: (await call(createApiKey, input, { idempotencyKey: keyFor(input) })).key })
    },
  })
  const toggle = (permission: KeyPermission, on: boolean) =>
    setPermissions(on ? [...permissions, permission] : permissions.filter((each) => each !== permission))
  return (
    <Dialog title={text.title} busy={busy} onClose={onClose}>
      <p>{text.text}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id="key-name" label={words.name} fault={faults.name} hint={text.nameHint}>
          <input name="name" autoComplete="off" {...inField('key-name', faults.name)} />
        </Field>
        <fieldset className={stores.stores} aria-describedby="key-permissions-note">
          <legend>{words.permissions}</legend>
          <div className={styles.permissions}>
            {apiKeyPermissions.map((permission, at) => (
              <label key={permission} className={stores.choice}>
                <input
                  id={at === 0 ? 'key-permissions' : undefined}
                  type="checkbox"
                  checked={permissions.includes(permission)}
                  onChange={(event) => toggle(permission, event.target.checked)}
                />
                {permissionLabels[permission]}
              </label>
            ))}
          </div>
          <p
            id="key-permissions-note"
            className={stores.fault}
            data-fault={faults.permissions !== undefined || undefined}
          >
            {faults.permissions}
          </p>
        </fieldset>
        <StoresChoice
          id="key-stores"
          label={words.stores}
          value={chosen}
          onChange={setChosen}
          fault={faults.storeIds}
        />
        <Field id="key-days" label={text.days} fault={faults.expiresAt}>
          <select
            value={days}
            onChange={(event) => setDays(event.target.value)}
            {...inField('key-days', faults.expiresAt)}
          >
            {Object.entries(text.periods).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <FormActions {...{ busy, failure }} failed={text.failed} confirm={text.make} onClose={onClose} />
      </form>
    </Dialog>
  )
}
