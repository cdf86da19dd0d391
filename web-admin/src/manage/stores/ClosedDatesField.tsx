import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { Button } from '../components/controls.tsx'
import { DateInput } from '../components/DateInput.tsx'
import { Field, inField } from '../components/Field.tsx'
import { Icon } from '../components/Icon.tsx'
import { useField } from '../form/fields.tsx'
import { beginningOf, longDate } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './stores.module.css'

/** Additional dates on which a store is closed. */
export function ClosedDatesField({ name }: { name: string }) {
  const { field } = useController({ name })
  const { id, label, fault } = useField(name)
  const input = useRef<HTMLInputElement>(null)
  const [day, setDay] = useState('')
  const dates: string[] = Array.isArray(field.value) ? field.value.map(String) : []
  const add = () => {
    if (day === '') return input.current?.focus()
    field.onChange([...new Set([...dates, day])].toSorted())
    setDay('')
  }
  return (
    <Field id={id} label={label} hint={dates.length === 0 ? text.noDates : ''} fault={fault}>
      <span className={styles.addDate}>
        <DateInput ref={input} {...inField(id, fault)} kind="date" value={day} onValue={setDay} />
        <Button onClick={add}>{text.addDate}</Button>
      </span>
      {dates.length > 0 && (
        <ul className={styles.dates}>
          {dates.map((date) => (
            <li key={date}>
              {longDate(beginningOf(date))}
              <Button
                aria-label={text.removeDate(date)}
                onClick={() => field.onChange(dates.filter((each) => each !== date))}
              >
                <Icon sign="cross" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Field>
  )
}
