import type { AppSetting } from '@kingcar/contract'
import { type FormEvent, useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { copy } from '../text/copy.ts'
import { momentOf } from '../text/format.ts'
import { text } from './copy.ts'
import { NewerValue } from './NewerValue.tsx'
import { parseJson } from './parse-json.ts'
import styles from './settings.module.css'
import { type Typed, useSettingCard } from './use-setting-card.ts'
import { useSettings } from './use-settings.ts'

/** A setting that only apps read, edited as JSON. */
export function OtherSettingCard({ setting, typed }: { setting: AppSetting; typed: Typed }) {
  const { key } = setting
  const { remove } = useSettings()
  const { shown = setting, newer, save, onInput } = useSettingCard(key, setting, typed)
  const { value, description, updatedAt, updatedBy } = shown
  const [invalid, setInvalid] = useState<string>()
  const [removing, setRemoving] = useState(false)
  const { busy, failure, act } = useAction(save)
  const fault = invalid ?? faultOf(failure, 'value')
  const id = `setting-${key}`

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const parsed = parseJson(String(new FormData(event.currentTarget).get('value')))
    setInvalid(parsed === null ? text.invalidJson : undefined)
    if (parsed !== null) act(parsed.value)
  }

  return (
    <form className={styles.card} noValidate onInput={onInput} onSubmit={submit}>
      <div className={styles.words}>
        <h3>{key}</h3>
        {description !== null && <p>{description}</p>}
        {updatedAt !== null && (
          <p className={styles.small}>{text.changed(momentOf(updatedAt), updatedBy ?? text.anAdmin)}</p>
        )}
      </div>
      <div className={styles.json}>
        <Field id={id} label={text.value} fault={fault}>
          <textarea
            key={updatedAt}
            name="value"
            rows={3}
            spellCheck={false}
            readOnly={busy}
            defaultValue={JSON.stringify(value, null, 2)}
            {...inField(id, fault)}
          />
        </Field>
        <div className={styles.buttons}>
          <Button tone="danger" onClick={() => setRemoving(true)}>
            {copy.actions.remove}
          </Button>
          <Button type="submit" busy={busy}>
            {copy.actions.save}
          </Button>
        </div>
      </div>
      {newer !== undefined && <NewerValue newer={newer} spoken={(now) => JSON.stringify(now)} />}
      {failure !== null && fault === undefined && <Failure title={copy.failures.action} cause={failure} />}
      {removing && (
        <ConfirmDialog
          title={text.removeTitle(key)}
          text={text.removeText}
          confirm={copy.actions.remove}
          run={async () => {
            await remove(key, copy.actions.removed)
            typed.onTyped(false)
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </form>
  )
}
