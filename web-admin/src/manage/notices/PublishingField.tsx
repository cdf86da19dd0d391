import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { session } from '../../api/api.ts'
import { inField } from '../components/Field.tsx'
import { DateTimeInputs } from '../form/DateTimeInputs.tsx'
import { useField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import { momentOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './notices.module.css'

/** Value in place of an instant: publish on saving. */
export const onSave = 'now'

type Way = 'now' | 'published' | 'scheduled' | 'draft'

/** When the notice is published: on saving, at an instant, or not yet. The value is `onSave`, an instant, or null for a draft. */
export function PublishingField({ name }: { name: string }) {
  const group = useId()
  const { field: control } = useController({ name })
  const { id, label, fault } = useField(name)
  const { formState } = useFormContext()
  const before: unknown = formState.defaultValues?.[name]
  const value: unknown = control.value
  const isOut = typeof before === 'string' && Date.parse(before) <= session.serverNow()
  const way = wayOf(value, isOut ? before : undefined)
  const moment = typeof value === 'string' && way === 'scheduled' ? value : ''
  const ways: { way: Way; label: string; hint?: string; to: unknown }[] = [
    isOut
      ? { way: 'published', label: text.publishedSince(momentOf(before)), to: before }
      : { way: 'now', label: text.now, hint: text.nowHint, to: onSave },
    { way: 'scheduled', label: text.scheduled, hint: text.scheduleHint, to: '' },
    { way: 'draft', label: text.draft, hint: text.draftHint, to: null },
  ]
  return (
    <fieldset className={styles.publishing} aria-describedby={`${id}-note`}>
      <legend>{label}</legend>
      {ways.map((each) => (
        <label key={each.way} className={styles.way}>
          <input
            type="radio"
            name={group}
            checked={way === each.way}
            onBlur={control.onBlur}
            onChange={() => control.onChange(each.to)}
          />
          <span>
            {each.label}
            {each.hint !== undefined && way === each.way && <small>{each.hint}</small>}
          </span>
        </label>
      ))}
      {way === 'scheduled' && (
        <DateTimeInputs
          value={value}
          date={{ ...inField(id, fault), 'aria-label': text.date }}
          dateRef={control.ref}
          timeLabel={text.time}
          onBlur={control.onBlur}
          onChange={(moment) => control.onChange(moment ?? '')}
        />
      )}
      <p id={`${id}-note`} className={form.note} data-fault={fault !== undefined || undefined}>
        {fault !== undefined && moment === '' ? text.scheduleFault : fault}
      </p>
    </fieldset>
  )
}

function wayOf(value: unknown, out: unknown): Way {
  if (value === null) return 'draft'
  if (value === onSave) return 'now'
  return out !== undefined && value === out ? 'published' : 'scheduled'
}
