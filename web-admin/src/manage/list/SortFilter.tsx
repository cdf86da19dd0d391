import { useId } from 'react'
import { copy } from '../text/copy.ts'
import styles from './list.module.css'
import { textIn, useListSearch } from './use-list-search.ts'

type SortFilterProps = { columns: readonly { title: string; sort?: string }[] }

/** The order of a list whose rows are cards: there are no heads of columns to press. */
export function SortFilter({ columns }: SortFilterProps) {
  const { search, change } = useListSearch()
  const id = useId()
  const choices = columns.flatMap(({ title, sort }) =>
    sort === undefined
      ? []
      : [
          { order: `${sort},asc`, word: copy.sorting.upwards(title) },
          { order: `${sort},desc`, word: copy.sorting.downwards(title) },
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
        <option value="">{copy.sorting.own}</option>
        {choices.map(({ order, word }) => (
          <option key={order} value={order}>
            {word}
          </option>
        ))}
      </select>
    </span>
  )
}
