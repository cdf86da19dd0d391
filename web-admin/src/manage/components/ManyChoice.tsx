import { useId, useState } from 'react'
import { inField } from './Field.tsx'
import styles from './stores-choice.module.css'

export type ManyChoiceProps = {
  id: string
  label: string
  /** All, or the ids of the chosen ones; empty until one is chosen. */
  value: 'all' | readonly string[]
  onChange: (value: 'all' | string[]) => void
  fault: string | undefined
}

type Texts = { all: string; some: (n: string) => string; chosen: string; find: string; none: string; choose: string }

/** All items, or some of them. */
export function ManyChoice(props: ManyChoiceProps & { items: readonly { id: string; name: string }[]; text: Texts }) {
  const { id, label, value, onChange, fault, items, text } = props
  const some = value !== 'all'
  const chosen = new Set(some ? value : [])
  const [sought, setSought] = useState('')
  const group = useId()
  const found = items.filter((item) => item.name.includes(sought.normalize('NFC').trim()))
  const toggle = (itemId: string, on: boolean) =>
    onChange(on ? [...chosen, itemId] : [...chosen].filter((each) => each !== itemId))
  return (
    <fieldset className={styles.stores} aria-describedby={`${id}-note`}>
      <legend>{label}</legend>
      {[false, true].map((only) => (
        <label key={String(only)} className={styles.choice}>
          <input
            id={only || some ? undefined : id}
            type="radio"
            name={group}
            checked={some === only}
            onChange={() => onChange(only ? [] : 'all')}
          />
          {only ? text.chosen : text.all}
        </label>
      ))}
      {some && (
        <div className={styles.chooser}>
          <input
            {...inField(id, fault)}
            type="search"
            className={styles.seek}
            aria-label={text.find}
            placeholder={text.find}
            onInput={(event) => setSought(event.currentTarget.value)}
          />
          <div className={styles.found}>
            {found.map((item) => (
              <label key={item.id} className={styles.choice}>
                <input
                  type="checkbox"
                  checked={chosen.has(item.id)}
                  onChange={(event) => toggle(item.id, event.target.checked)}
                />
                {item.name}
              </label>
            ))}
            {found.length === 0 && <p>{text.none}</p>}
          </div>
        </div>
      )}
      <p id={`${id}-note`} className={styles.fault} data-fault={fault !== undefined || undefined}>
        {fault ?? (!some ? '' : chosen.size === 0 ? text.choose : text.some(String(chosen.size)))}
      </p>
    </fieldset>
  )
}
