import type { AppSetting } from '@kingcar/contract'
import { type FormEvent, useState } from 'react'
import { isWebAddress } from '../../api/app-settings.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { inField } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { Switch } from '../components/Switch.tsx'
import { copy } from '../text/copy.ts'
import { amount, momentOf } from '../text/format.ts'
import type { KnownSetting } from '../text/known-settings.ts'
import { text } from './copy.ts'
import { NewerValue } from './NewerValue.tsx'
import styles from './settings.module.css'
import { type Typed, useSettingCard } from './use-setting-card.ts'
import { useSettings } from './use-settings.ts'

type KnownSettingCardProps = { known: KnownSetting; setting: AppSetting | undefined; typed: Typed }

/** A setting that KingCar reads, with an editor of its type. `setting` is undefined if it has never been set. */
export function KnownSettingCard({ known, setting, typed }: KnownSettingCardProps) {
  const { remove } = useSettings()
  const { shown, newer, save: write, onInput } = useSettingCard(known.key, setting, typed)
  const [invalid, setInvalid] = useState<string>()
  const { busy, failure, act } = useAction((run: () => Promise<void>) => run())
  const id = `setting-${known.key}`
  const value: unknown = shown?.value ?? known.byDefault
  const fault = invalid ?? faultOf(failure, 'value')
  const save = (next: unknown) => {
    setInvalid(undefined)
    act(() => write(next))
  }
  const reset = async () => {
    await remove(known.key, text.resetDone)
    typed.onTyped(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = String(new FormData(event.currentTarget).get('value')).trim()
    if (known.kind === 'text') {
      const isWrong = known.isAddress && entered !== '' && !isWebAddress(entered)
      return isWrong ? setInvalid(text.addressInvalid) : save(entered)
    }
    if (entered === '' || Number.isNaN(Number(entered))) return setInvalid(text.numberRequired)
    save(Number(entered))
  }

  return (
    <form className={styles.card} noValidate onInput={onInput} onSubmit={submit}>
      <div className={styles.words}>
        <label htmlFor={id}>{known.title}</label>
        <p id={`${id}-effect`}>{known.effect}</p>
        <p className={styles.small}>
          {text.byDefault(spoken(known, known.byDefault))}
          {shown?.updatedAt && ` · ${text.changed(momentOf(shown.updatedAt), shown.updatedBy ?? text.anAdmin)}`}
        </p>
      </div>
      <div className={styles.editor}>
        <Input
          key={`${shown?.updatedAt}`}
          id={id}
          known={known}
          value={value}
          fault={fault}
          busy={busy}
          onSwitch={save}
        />
        {known.kind !== 'switch' && (
          <Button type="submit" busy={busy}>
            {copy.actions.save}
          </Button>
        )}
        {shown?.updatedAt && (
          <Button busy={busy} onClick={() => act(reset)}>
            {text.reset}
          </Button>
        )}
      </div>
      <p id={`${id}-note`} className={styles.fault}>
        {fault}
      </p>
      {newer !== undefined && <NewerValue newer={newer} spoken={(now) => spoken(known, now)} />}
      {failure !== null && fault === undefined && <Failure title={copy.failures.action} cause={failure} />}
    </form>
  )
}

type InputProps = {
  id: string
  known: KnownSetting
  value: unknown
  fault: string | undefined
  /** Saving is in progress; input would be lost. */
  busy: boolean
  onSwitch: (on: boolean) => void
}

function Input({ id, known, value, fault, busy, onSwitch }: InputProps) {
  if (known.kind === 'switch') {
    return (
      <span className={styles.switch}>
        <Switch id={id} checked={value === true} aria-describedby={`${id}-effect`} onChange={onSwitch} />
        <span aria-hidden>{value === true ? text.on : text.off}</span>
      </span>
    )
  }
  const shown = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const described = { ...inField(id, fault), 'aria-describedby': `${id}-effect ${id}-note`, readOnly: busy }
  if (known.kind === 'text') {
    const { maximumLength } = known
    return <input {...described} name="value" defaultValue={shown} maxLength={maximumLength} autoComplete="off" />
  }
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

function spoken(known: KnownSetting, value: unknown): string {
  if (known.kind === 'switch') return value === true ? text.on : text.off
  if (value === '') return text.empty
  return known.kind === 'text' ? String(value) : `${amount(Number(value))}${known.unit ?? ''}`
}
