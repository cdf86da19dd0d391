import styles from './table.module.css'
import { textIn, useListSearch } from './use-list-search.ts'

const spoken = { asc: 'ascending', desc: 'descending' } as const
const arrows = { asc: '▲', desc: '▼' }

type SortableHeadProps = { field: string; title: string; numeric: boolean | undefined }

/** The head of a column that orders the list: downwards, upwards, and as the list is by itself. Above cards it is a title alone. */
export function SortableHead({ field, title, numeric }: SortableHeadProps) {
  const { search, change } = useListSearch()
  const [sorted, way] = textIn(search, 'sort').split(',')
  const order = sorted === field && (way === 'asc' || way === 'desc') ? way : undefined
  const next = order === undefined ? `${field},desc` : order === 'desc' ? `${field},asc` : undefined
  return (
    <th scope="col" className={numeric ? styles.numeric : undefined} aria-sort={order && spoken[order]}>
      <button type="button" className={styles.sort} onClick={() => change({ sort: next })}>
        {title}
        <span aria-hidden>{order === undefined ? '↕' : arrows[order]}</span>
      </button>
      <span className={styles.unsorted}>{title}</span>
    </th>
  )
}
