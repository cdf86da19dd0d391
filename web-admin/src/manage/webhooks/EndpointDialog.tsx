import { createWebhookEndpoint, updateWebhookEndpoint } from '@kingcar/client'
import {
  type WebhookEndpoint,
  type WebhookEventType,
  webhookEventLabels,
  webhookEventTypes,
  webhookOperations,
} from '@kingcar/contract'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { ChoicesField } from '../components/ChoicesField.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { changesOf } from '../form/changes.ts'
import { useShortForm } from '../form/use-short-form.ts'
import type { SecretFormProps } from '../list/SecretListPage.tsx'
import { text as words } from './copy.ts'

/** Sorted as in the form, so that the same choice in another order is no change. */
const inOrder = (chosen: readonly WebhookEventType[]) => webhookEventTypes.filter((each) => chosen.includes(each))

/** Registers an endpoint with chosen events, or changes one. */
export function EndpointDialog({ row, onClose, onDone }: SecretFormProps<WebhookEndpoint>) {
  const keyFor = useIdempotencyKey()
  const [eventTypes, setEventTypes] = useState(() => inOrder(row?.eventTypes ?? []))
  const text = row === undefined ? words.create : words.edit
  const endpoint = ({ name = '', url = '' }: Record<string, string>) => ({ name, url, eventTypes })
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: webhookOperations.createWebhookEndpoint.input,
    read: endpoint,
    validate: () => (eventTypes.length === 0 ? { eventTypes: words.choose } : {}),
    send: async (texts) => {
      const input = endpoint(texts)
      if (row === undefined) {
        const { secret } = await call(createWebhookEndpoint, input, { idempotencyKey: keyFor(input) })
        return onDone({ name: input.name, secret })
      }
      const before = { ...row, eventTypes: inOrder(row.eventTypes) }
      const ifMatch = `"${row.version}"`
      await call(updateWebhookEndpoint, { id: row.id, ...changesOf(before, input) }, { ifMatch })
      onDone(words.edit.done)
    },
  })
  return (
    <Dialog title={text.title} busy={busy} onClose={onClose}>
      <p>{text.text}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id="endpoint-name" label={words.name} fault={faults.name} hint={words.nameHint}>
          <input name="name" autoComplete="off" defaultValue={row?.name} {...inField('endpoint-name', faults.name)} />
        </Field>
        <Field id="endpoint-url" label={words.url} fault={faults.url}>
          <input
            name="url"
            type="url"
            autoComplete="off"
            placeholder="https://"
            defaultValue={row?.url}
            {...inField('endpoint-url', faults.url)}
          />
        </Field>
        <ChoicesField
          id="endpoint-events"
          legend={words.events}
          choices={webhookEventTypes}
          labels={webhookEventLabels}
          chosen={eventTypes}
          onChange={setEventTypes}
          fault={faults.eventTypes}
        />
        <FormActions {...{ busy, failure }} failed={text.failed} confirm={text.make} onClose={onClose} />
      </form>
    </Dialog>
  )
}
