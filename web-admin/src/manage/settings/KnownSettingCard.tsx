import type { AppSetting } from '@kingcar/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { inField } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { Switch } from '../components/Switch.tsx'
import { copy } from '../copy.ts'
import { amount, momentOf } from '../format.ts'
import { useAction } from '../use-action.ts'
import type { KnownSetting } from './known-settings.ts'
import styles from './settings.module.css'
import { useSettings } from './use-settings.ts'

const text = copy.settings

/** A setting that the product reads, with an editor of its type. `setting` is undefined where nobody has set it. */
export function KnownSettingCard({ known, setting }: { known: KnownSetting; setting: AppSetting | undefined }) {
  const { put, remove } = useSettings()
  const [invalid, setInvalid] = useState<string>()
  const { busy, failure, act } = useAction((run: () => Promise<void>) => run())
  const id = `setting-${known.key}`
  const value: unknown = setting?.value ?? known.byDefault
  const fault = invalid ?? faultOf(failure, 'value')
  const save = (next: unknown) => {
    setInvalid(undefined)
    act(() => put({ key: known.key, value: next }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('value')).trim()
    if (known.kind === 'text') return save(typed)
    if (typed === '' || Number.isNaN(Number(typed))) return setInvalid(text.numberRequired)
    save(Number(typed))
  }

  return (
    <form className={styles.card} noValidate onSubmit={submit}>
      <div className={styles.words}>
        <label htmlFor={id}>{known.title}</label>
        <p id={`${id}-effect`}>{known.effect}</p>
        <p className={styles.small}>
          {text.byDefault(spoken(known))}
          {setting?.updatedAt && ` · ${text.changed(momentOf(setting.updatedAt), setting.updatedBy ?? text.somebody)}`}
        </p>
      </div>
      <div className={styles.editor}>
        <Input key={`${setting?.updatedAt}`} id={id} known={known} value={value} fault={fault} onSwitch={save} />
        {known.kind !== 'switch' && (
          <Button type="submit" busy={busy}>
            {copy.actions.save}
          </Button>
        )}
        {setting?.updatedAt && (
          <Button busy={busy} onClick={() => act(() => remove(known.key, text.resetDone))}>
            {text.reset}
          </Button>
        )}
      </div>
      <p id={`${id}-note`} className={styles.fault}>
        {fault}
      </p>
      {failure !== null && fault === undefined && <Failure title={copy.failures.action} cause={failure} />}
    </form>
  )
}

type InputProps = {
  id: string
  known: KnownSetting
  value: unknown
  fault: string | undefined
  onSwitch: (on: boolean) => void
}

function Input({ id, known, value, fault, onSwitch }: InputProps) {
  if (known.kind === 'switch') {
    return (
      <span className={styles.switch}>
        <Switch id={id} checked={value === true} aria-describedby={`${id}-effect`} onChange={onSwitch} />
        <span aria-hidden>{value === true ? text.on : text.off}</span>
      </span>
    )
  }
  const shown = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const described = { ...inField(id, fault), 'aria-describedby': `${id}-effect ${id}-note` }
  if (known.kind === 'text') return <input {...described} name="value" defaultValue={shown} autoComplete="off" />
  return (
    <>
      <input
        {...described}
        name="value"
        type="number"
        inputMode="decimal"
        min={known.minimum}
        max={known.maximum}
        step={known.step}
        defaultValue={shown}
      />
      {known.unit}
    </>
  )
}

function spoken(known: KnownSetting): string {
  if (known.kind === 'switch') return known.byDefault ? text.on : text.off
  return known.kind === 'text' ? known.byDefault : `${amount(known.byDefault)}${known.unit ?? ''}`
}
