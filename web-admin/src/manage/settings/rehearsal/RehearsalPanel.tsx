import type { RehearsedSettings } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { session } from '../../../api/api.ts'
import { storesQuery } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { DateInput } from '../../components/DateInput.tsx'
import { Failure } from '../../components/Failure.tsx'
import { Field, inField, useFaultFocus } from '../../components/Field.tsx'
import { faultOf } from '../../components/failure-sentence.ts'
import { SelectField } from '../../components/SelectField.tsx'
import { copy } from '../../text/copy.ts'
import { lastDay } from '../../text/format.ts'
import { text } from './copy.ts'
import { RehearsalProgress } from './RehearsalProgress.tsx'
import { RehearsalResult } from './RehearsalResult.tsx'
import styles from './rehearsal.module.css'
import {
  editorOf,
  faultsOf,
  latestDays,
  type RehearsalFaults,
  type RehearsalForm,
  type RehearsedName,
  rehearsedNames,
  valueText,
} from './rehearsal-input.ts'
import type { useRehearsal } from './use-rehearsal.ts'

type RehearsalPanelProps = {
  current: RehearsedSettings
  /** The values with which the form starts. */
  values: Record<RehearsedName, string>
  state: ReturnType<typeof useRehearsal>
  onClose: () => void
}

/** The period and the values to try, the progress, and the result. */
export function RehearsalPanel({ current, values, state, onClose }: RehearsalPanelProps) {
  const { rehearsal, running, starting, cancelling } = state
  const { data: stores = [] } = useQuery(storesQuery)
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [form, setForm] = useState<RehearsalForm>(() => ({
    ...latestDays(session.serverNow()),
    storeId: '',
    ...values,
  }))
  const [found, setFound] = useState<RehearsalFaults>({})
  const fields = useFaultFocus(found, starting.failure)
  const faultIn = (name: keyof RehearsalForm) => found[name] ?? faultOf(starting.failure, name)
  const isAtField = Object.keys(form).some((name) => faultOf(starting.failure, name) !== undefined)
  const change = (name: keyof RehearsalForm) => (value: string) => setForm((before) => ({ ...before, [name]: value }))
  // Focus for screen readers and keys, because the button that opened the panel is gone.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (running) return
    const faults = faultsOf(form, current)
    setFound(faults)
    if (Object.keys(faults).length > 0) return
    const { from, to, storeId } = form
    const tried = Object.fromEntries(rehearsedNames.map((name) => [name, Number(form[name])]))
    starting.act({ from, to, ...(storeId !== '' && { storeId }), ...tried })
  }

  return (
    <section className={styles.panel} aria-labelledby={`${id}-title`}>
      <header>
        <h3 id={`${id}-title`} ref={title} tabIndex={-1}>
          {text.title}
        </h3>
        <p className={styles.lead}>{text.lead}</p>
      </header>
      <form ref={fields} className={styles.form} noValidate onSubmit={submit}>
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} id={`${id}-${name}`} label={copy.filters[name]} fault={faultIn(name)}>
            <DateInput
              {...inField(`${id}-${name}`, faultIn(name))}
              kind="date"
              max={lastDay}
              value={form[name]}
              onValue={change(name)}
            />
          </Field>
        ))}
        <SelectField
          id={`${id}-store`}
          label={copy.filters.store}
          fault={faultIn('storeId')}
          value={form.storeId}
          onChange={(event) => change('storeId')(event.target.value)}
          none={text.everyStore}
          choices={stores.map((store) => [store.id, store.name])}
        />
        {rehearsedNames.map((name) => (
          <ValueField
            key={name}
            id={`${id}-${name}`}
            name={name}
            current={current[name]}
            value={form[name]}
            fault={faultIn(name)}
            onChange={change(name)}
          />
        ))}
        {starting.failure !== null && !isAtField && (
          <div className={styles.wide}>
            <Failure title={text.failed} cause={starting.failure} />
          </div>
        )}
        {!running && (
          <div className={`${styles.actions} ${styles.wide}`}>
            <Button onClick={onClose}>{copy.actions.close}</Button>
            <Button type="submit" tone="primary" busy={starting.busy}>
              {text.start}
            </Button>
          </div>
        )}
      </form>
      {state.failure !== null && <Failure title={text.unreadable} cause={state.failure} retry={state.refetch} />}
      {rehearsal !== undefined && <RehearsalProgress rehearsal={rehearsal} cancelling={cancelling} />}
      {rehearsal?.result && (
        <RehearsalResult
          rehearsal={rehearsal}
          result={rehearsal.result}
          store={stores.find((store) => store.id === rehearsal.storeId)?.name}
        />
      )}
    </section>
  )
}

type ValueFieldProps = {
  id: string
  name: RehearsedName
  current: number
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}

function ValueField({ id, name, current, value, fault, onChange }: ValueFieldProps) {
  const editor = editorOf(name)
  if (editor === undefined) return null
  const { title, unit = '', minimum, maximum, step } = editor
  const label = unit === '' ? title : `${title} (${unit})`
  return (
    <Field id={id} label={label} hint={text.now(valueText(name, current))} fault={fault}>
      <input
        {...inField(id, fault)}
        type="number"
        inputMode="decimal"
        min={minimum}
        max={maximum}
        step={step}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
