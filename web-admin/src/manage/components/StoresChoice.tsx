import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { storesQuery } from '../api/queries.ts'
import { copy } from '../text/copy.ts'
import { text } from '../text/product-terms.ts'
import { inField } from './Field.tsx'
import styles from './stores-choice.module.css'

type StoresChoiceProps = {
  id: string
  label: string
  /** All stores, or the ids of the chosen ones; empty until one is chosen. */
  value: 'all' | readonly string[]
  onChange: (value: 'all' | string[]) => void
  fault: string | undefined
}

/** All stores, or some of them. */
export function StoresChoice({ id, label, value, onChange, fault }: StoresChoiceProps) {
  const { data: stores = [] } = useQuery(storesQuery)
  const some = value !== 'all'
  const chosen = new Set(some ? value : [])
  const [sought, setSought] = useState('')
  const group = useId()
  const found = stores.filter((store) => store.name.includes(sought.normalize('NFC').trim()))
  const toggle = (storeId: string, on: boolean) =>
    onChange(on ? [...chosen, storeId] : [...chosen].filter((each) => each !== storeId))
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
          {only ? copy.stores.chosen : text.everyStore}
        </label>
      ))}
      {some && (
        <div className={styles.chooser}>
          <input
            {...inField(id, fault)}
            type="search"
            className={styles.seek}
            aria-label={copy.stores.find}
            placeholder={copy.stores.find}
            onInput={(event) => setSought(event.currentTarget.value)}
          />
          <div className={styles.found}>
            {found.map((store) => (
              <label key={store.id} className={styles.choice}>
                <input
                  type="checkbox"
                  checked={chosen.has(store.id)}
                  onChange={(event) => toggle(store.id, event.target.checked)}
                />
                {store.name}
              </label>
            ))}
            {found.length === 0 && <p>{copy.stores.none}</p>}
          </div>
        </div>
      )}
      <p id={`${id}-note`} className={styles.fault} data-fault={fault !== undefined || undefined}>
        {fault ?? (!some ? '' : chosen.size === 0 ? copy.stores.choose : text.someStores(String(chosen.size)))}
      </p>
    </fieldset>
  )
}
