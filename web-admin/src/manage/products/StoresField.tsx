import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { storesQuery } from '../api/queries.ts'
import { inField } from '../components/Field.tsx'
import { useField } from '../form/fields.tsx'
import { text } from './copy.ts'
import styles from './products.module.css'

/** Where a product can be used: everywhere (an empty list), or in chosen stores (null until one is chosen). */
export function StoresField({ name }: { name: string }) {
  const { field } = useController({ name })
  const { id, label, fault } = useField(name)
  const { data: stores = [] } = useQuery(storesQuery)
  const chosen = new Set(Array.isArray(field.value) ? field.value.map(String) : [])
  const some = field.value === null || chosen.size > 0
  const [sought, setSought] = useState('')
  const group = useId()
  const found = stores.filter((store) => store.name.includes(sought.normalize('NFC').trim()))
  const toggle = (storeId: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(storeId)
    else next.delete(storeId)
    field.onChange(next.size > 0 ? [...next] : null)
  }
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
            onChange={() => field.onChange(only ? null : [])}
          />
          {only ? text.chosen : text.everyStore}
        </label>
      ))}
      {some && (
        <div className={styles.chooser}>
          <input
            {...inField(id, fault)}
            type="search"
            className={styles.seek}
            aria-label={text.findStore}
            placeholder={text.findStore}
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
            {found.length === 0 && <p>{text.noStore}</p>}
          </div>
        </div>
      )}
      <p id={`${id}-note`} className={styles.fault} data-fault={fault !== undefined || undefined}>
        {fault ?? (field.value === null ? text.chooseStore : placesHint(chosen.size, some))}
      </p>
    </fieldset>
  )
}

const placesHint = (n: number, some: boolean): string => (some ? text.someStores(String(n)) : '')
