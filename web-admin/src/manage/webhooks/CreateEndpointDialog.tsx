import { createWebhookEndpoint } from '@kingcar/client'
import { type WebhookEventType, webhookEventLabels, webhookEventTypes, webhookOperations } from '@kingcar/contract'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import stores from '../components/stores-choice.module.css'
import { useShortForm } from '../form/use-short-form.ts'
import { text as words } from './copy.ts'
import styles from './webhooks.module.css'

const text = words.create

type CreateEndpointDialogProps = {
  onClose: () => void
  /** `secret` is null if an earlier response with it was lost. */
  onMade: (made: { name: string; secret: string | null }) => void
}

/** Registers an endpoint with chosen events. */
export function CreateEndpointDialog({ onClose, onMade }: CreateEndpointDialogProps) {
  const keyFor = useIdempotencyKey()
  const [eventTypes, setEventTypes] = useState<readonly WebhookEventType[]>([])
  const endpoint = ({ name = '', url = '' }: Record<string, string>) => ({ name, url, eventTypes: [...eventTypes] })
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: webhookOperations.createWebhookEndpoint.input,
    read: endpoint,
    validate: () => (eventTypes.length === 0 ? { eventTypes: text.choose } : {}),
    send: async (texts) => {
      const input = endpoint(texts)
      const { secret } = await call(createWebhookEndpoint, input, { idempotencyKey: keyFor(input) })
      onMade({ name: input.name, secret })
    },
  })
  const toggle = (type: WebhookEventType, on: boolean) =>
    setEventTypes(on ? [...eventTypes, type] : eventTypes.filter((each) => each !== type))
  return (
    <Dialog title={text.title} busy={busy} onClose={onClose}>
      <p>{text.text}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id="endpoint-name" label={words.name} fault={faults.name} hint={text.nameHint}>
          <input name="name" autoComplete="off" {...inField('endpoint-name', faults.name)} />
        </Field>
        <Field id="endpoint-url" label={words.url} fault={faults.url}>
          <input
            name="url"
            type="url"
            autoComplete="off"
            placeholder="https://"
            {...inField('endpoint-url', faults.url)}
          />
        </Field>
        <fieldset className={stores.stores} aria-describedby="endpoint-events-note">
          <legend>{words.events}</legend>
          <div className={styles.events}>
            {webhookEventTypes.map((type, at) => (
              <label key={type} className={stores.choice}>
                <input
                  id={at === 0 ? 'endpoint-events' : undefined}
                  type="checkbox"
                  checked={eventTypes.includes(type)}
                  onChange={(event) => toggle(type, event.target.checked)}
                />
                {webhookEventLabels[type]}
              </label>
            ))}
          </div>
          <p
            id="endpoint-events-note"
            className={stores.fault}
            data-fault={faults.eventTypes !== undefined || undefined}
          >
            {faults.eventTypes}
          </p>
        </fieldset>
        <FormActions {...{ busy, failure }} failed={text.failed} confirm={text.make} onClose={onClose} />
      </form>
    </Dialog>
  )
}
