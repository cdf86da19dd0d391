import { useId } from 'react'
import { Options } from '../components/Options.tsx'
import { copy } from '../text/copy.ts'
import styles from './list.module.css'
import { textIn, useListSearch } from './use-list-search.ts'

type SortFilterProps = { columns: readonly { title: string; sort?: string }[] }

/** Sort selection for the card layout, which has no column heads. */
export function SortFilter({ columns }: SortFilterProps) {
  const { search, change } = useListSearch()
  const id = useId()
  const choices = columns.flatMap(({ title, sort }) =>
    sort === undefined
      ? []
      : [
          [`${sort},asc`, copy.sorting.upwards(title)] as const,
          [`${sort},desc`, copy.sorting.downwards(title)] as const,
        ],
  )
  if (choices.length === 0) return null
  return (
    <span className={styles.order}>
      <label htmlFor={id}>{copy.sorting.label}</label>
      <select
        id={id}
        className={styles.control}
        value={textIn(search, 'sort')}
        onChange={(event) => change({ sort: event.target.value || undefined })}
      >
        <Options choices={choices} none={copy.sorting.own} />
      </select>
    </span>
  )
}
