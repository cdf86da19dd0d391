import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import field from '../components/field.module.css'
import { copy } from '../copy.ts'
import { storesQuery } from '../query.ts'
import styles from './visits.module.css'

/** Which store's visits; the choice stands in the address. */
export function StoreFilter({ storeId }: { storeId: string | undefined }) {
  const navigate = useNavigate()
  const { data: stores } = useQuery(storesQuery)
  const choose = (chosen: string) => void navigate({ to: '/manage', search: chosen === '' ? {} : { storeId: chosen } })
  return (
    <label className={styles.filter}>
      {copy.visits.store}
      <select className={field.control} value={storeId ?? ''} onChange={(event) => choose(event.target.value)}>
        <option value="">{copy.visits.everyStore}</option>
        {stores?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {/* One that is not (yet) known is what was asked for all the same. */}
        {storeId !== undefined && !stores?.some(({ id }) => id === storeId) && (
          <option value={storeId}>{storeId}</option>
        )}
      </select>
    </label>
  )
}
