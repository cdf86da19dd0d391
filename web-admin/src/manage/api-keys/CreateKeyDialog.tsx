import { createApiKey } from '@kingcar/client'
import { type ApiKey, apiKeyOperations, apiKeyPermissions, permissionLabels } from '@kingcar/contract'
import { useState } from 'react'
import { call, session } from '../../api/api.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { ChoicesField } from '../components/ChoicesField.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { StoresChoice } from '../components/StoresChoice.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import type { SecretFormProps } from '../list/SecretListPage.tsx'
import { copy } from '../text/copy.ts'
import { text as words } from './copy.ts'

const text = words.create
const day = 86_400_000
type KeyPermission = (typeof apiKeyPermissions)[number]

/** Creates an API key with permissions, stores and an expiry. */
export function CreateKeyDialog({ onClose, onDone }: SecretFormProps<ApiKey>) {
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
      const { key: secret } = await call(createApiKey, input, { idempotencyKey: keyFor(input) })
      onDone({ name: input.name, secret })
    },
  })
  return (
    <Dialog title={text.title} busy={busy} onClose={onClose}>
      <p>{text.text}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id="key-name" label={words.name} fault={faults.name} hint={text.nameHint}>
          <input name="name" autoComplete="off" {...inField('key-name', faults.name)} />
        </Field>
        <ChoicesField
          id="key-permissions"
          legend={words.permissions}
          choices={apiKeyPermissions}
          labels={permissionLabels}
          chosen={permissions}
          onChange={setPermissions}
          fault={faults.permissions}
        />
        <StoresChoice
          id="key-stores"
          label={words.stores}
          value={chosen}
          onChange={setChosen}
          fault={faults.storeIds}
        />
        <SelectField
          id="key-days"
          label={text.days}
          fault={faults.expiresAt}
          value={days}
          onChange={(event) => setDays(event.target.value)}
          choices={Object.entries(text.periods)}
        />
        <FormActions {...{ busy, failure }} failed={text.failed} confirm={text.make} onClose={onClose} />
      </form>
    </Dialog>
  )
}
