import { type ComponentProps, type ReactNode, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { DateInput } from '../components/DateInput.tsx'
import { Field, inField } from '../components/Field.tsx'
import { type Choices, Options } from '../components/Options.tsx'
import { Switch } from '../components/Switch.tsx'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { DateTimeInputs } from './DateTimeInputs.tsx'
import { fieldId, useEntity } from './entity-context.ts'
import styles from './form.module.css'

type FieldProps = {
  /** Name in the form's values. */
  name: string
  hint?: string | undefined
}

/** Id, label, fault and schema of a field of the surrounding form. */
export function useField(name: string) {
  const { id, labelOf, schema, readOnly } = useEntity()
  const { formState } = useFormContext()
  const message = formState.errors[name]?.message
  return {
    id: fieldId(id, name),
    label: labelOf(name),
    fault: typeof message === 'string' ? message : undefined,
    schema: schema.properties[name],
    readOnly,
  }
}

type FormFieldProps = FieldProps & {
  /** Its value is a few characters: it takes half of a wide form. */
  short?: boolean
  /** Shows the number of characters and the maximum. */
  counted?: boolean
  children: (control: ReturnType<typeof inField> & { readOnly: boolean }) => ReactNode
}

/** A label, a custom control and its fault. */
export function FormField({ name, hint, short, counted = false, children }: FormFieldProps) {
  const { id, label, fault, schema, readOnly } = useField(name)
  const typed: unknown = useWatch({ name, disabled: !counted })
  const most = maxLengthOf(schema)
  const length = counted && most !== undefined ? { now: String(typed ?? '').length, most } : undefined
  return <Field {...{ id, label, hint, fault, length, short }}>{children({ ...inField(id, fault), readOnly })}</Field>
}

/** Maximum length of a field by the contract. */
const maxLengthOf = (schema: object | undefined): number | undefined =>
  schema !== undefined && 'maxLength' in schema && typeof schema.maxLength === 'number' ? schema.maxLength : undefined

type TextFieldProps = FieldProps & {
  /** An empty text becomes null. */
  nullable?: boolean
} & Pick<FormFieldProps, 'counted'> &
  Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'placeholder' | 'autoComplete'>

const emptyAs = (nullable: boolean) => (value: unknown) => (nullable && value === '' ? null : value)

/** One line of text. The value is read from the input element, so that no syllable in composition is lost. */
export function TextField({ name, hint, nullable = false, counted = false, ...props }: TextFieldProps) {
  const { register } = useFormContext()
  return (
    <FormField {...{ name, hint, counted, short: props.type === 'tel' }}>
      {(control) => (
        <input autoComplete="off" {...props} {...control} {...register(name, { setValueAs: emptyAs(nullable) })} />
      )}
    </FormField>
  )
}

/** Several lines of plain text. */
export function TextAreaField({ name, hint, rows = 4 }: FieldProps & { rows?: number }) {
  const { register } = useFormContext()
  return (
    <FormField {...{ name, hint }}>
      {(control) => <textarea {...control} rows={rows} data-prose {...register(name)} />}
    </FormField>
  )
}

const asNumber = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  const text = value.replaceAll(',', '').trim()
  if (text === '') return null
  return Number.isNaN(Number(text)) ? value : Number(text)
}

/** A number; an empty input is null. */
export function NumberField({ name, hint, unit }: FieldProps & { unit?: string }) {
  const { register } = useFormContext()
  return (
    <FormField {...{ name, hint }} short>
      {(control) => (
        <span className={styles.unit}>
          <input autoComplete="off" inputMode="decimal" {...control} {...register(name, { setValueAs: asNumber })} />
          {unit}
        </span>
      )}
    </FormField>
  )
}

/** An amount in won. Thousands separators appear only on blur: inserting them while typing would move the cursor. */
export function MoneyField({ name, hint }: FieldProps) {
  const { field } = useController({ name })
  const [typed, setTyped] = useState<string>()
  return (
    <FormField {...{ name, hint }} short>
      {(control) => (
        <span className={styles.unit}>
          <input
            {...control}
            ref={field.ref}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            value={typed ?? (typeof field.value === 'number' ? amount(field.value) : String(field.value ?? ''))}
            onBlur={() => {
              setTyped(undefined)
              field.onBlur()
            }}
            onChange={(event) => {
              setTyped(event.target.value)
              field.onChange(asNumber(event.target.value))
            }}
          />
          {copy.form.won}
        </span>
      )}
    </FormField>
  )
}

export function SwitchField({ name, hint }: FieldProps) {
  const { field } = useController({ name })
  const { id, label, fault, readOnly } = useField(name)
  return (
    <div>
      <div className={styles.switch}>
        <Switch
          id={id}
          checked={field.value === true}
          disabled={readOnly}
          aria-describedby={`${id}-note`}
          onChange={field.onChange}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      <p id={`${id}-note`} className={styles.note} data-fault={fault !== undefined || undefined}>
        {fault ?? hint}
      </p>
    </div>
  )
}

type ChoiceFieldProps = FieldProps & {
  choices: Choices
  /** Label of the empty choice, whose value is null. */
  none?: string
}

/** One of several choices. */
export function ChoiceField({ name, hint, choices, none }: ChoiceFieldProps) {
  const { register } = useFormContext()
  return (
    <FormField {...{ name, hint }} short>
      {({ readOnly, ...control }) => (
        <select {...control} disabled={readOnly} {...register(name, { setValueAs: emptyAs(true) })}>
          <Options {...{ choices, none }} />
        </select>
      )}
    </FormField>
  )
}

/** A day; null if empty. */
export function DateField({ name, hint }: FieldProps) {
  const { field } = useController({ name })
  return (
    <FormField {...{ name, hint }} short>
      {(control) => (
        <DateInput
          {...control}
          kind="date"
          ref={field.ref}
          value={typeof field.value === 'string' ? field.value : ''}
          onLeave={field.onBlur}
          onValue={(day, isBegun) => field.onChange(isBegun ? '' : day || null)}
        />
      )}
    </FormField>
  )
}

/** An instant as date and time in Seoul; null if empty. */
export function DateTimeField({ name, hint }: FieldProps) {
  const { field } = useController({ name })
  const { label } = useField(name)
  return (
    <FormField {...{ name, hint }} short>
      {({ readOnly, ...date }) => (
        <DateTimeInputs
          {...{ date, readOnly, value: field.value, dateRef: field.ref }}
          timeLabel={`${label} ${copy.form.time}`}
          onBlur={field.onBlur}
          onChange={field.onChange}
        />
      )}
    </FormField>
  )
}
