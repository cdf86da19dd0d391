import { appSettingOperations, validationDetails } from '@kingcar/contract'
import { type FormEvent, useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'
import { parseJson } from './parse-json.ts'
import { useSettings } from './use-settings.ts'

type Faults = { key?: string; value?: string; description?: string }

/** Adds a setting under a new key. */
export function AddSettingDialog({ taken, onClose }: { taken: ReadonlySet<string>; onClose: () => void }) {
  const { put } = useSettings()
  const [found, setFound] = useState<Faults>({})
  const { busy, failure, act } = useAction(async (key: string, value: unknown, description: string) => {
    await put({ key, value, ...(description && { description }) })
    onClose()
  })
  const form = useFaultFocus(found, failure)
  const faults = {
    key: found.key ?? faultOf(failure, 'key'),
    value: found.value ?? faultOf(failure, 'value'),
    description: faultOf(failure, 'description'),
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const key = String(values.get('key')).trim()
    const parsed = parseJson(String(values.get('value')))
    const keyFault =
      validationDetails(appSettingOperations.getAppSetting.input, { key }).length > 0
        ? text.keyInvalid
        : taken.has(key)
          ? text.keyTaken
          : undefined
    setFound({ ...(keyFault && { key: keyFault }), ...(parsed === null && { value: text.invalidJson }) })
    if (keyFault === undefined && parsed !== null) act(key, parsed.value, String(values.get('description')).trim())
  }

  return (
    <Dialog title={text.add} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id="new-key" label={text.key} hint={text.keyHint} fault={faults.key}>
          <input
            name="key"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            {...inField('new-key', faults.key)}
          />
        </Field>
        <Field id="new-value" label={text.value} hint={text.valueHint} fault={faults.value}>
          <textarea name="value" rows={4} spellCheck={false} {...inField('new-value', faults.value)} />
        </Field>
        <Field id="new-description" label={text.description} hint={text.optional} fault={faults.description}>
          <input
            name="description"
            autoComplete="off"
            maxLength={500}
            {...inField('new-description', faults.description)}
          />
        </Field>
        {failure !== null && Object.values(faults).every((fault) => fault === undefined) && (
          <Failure title={copy.failures.action} cause={failure} />
        )}
        <DialogActions>
          <Button onClick={onClose}>{copy.actions.cancel}</Button>
          <Button type="submit" tone="primary" busy={busy}>
            {text.add}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
