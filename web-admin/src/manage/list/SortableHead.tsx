import { Icon } from '../components/Icon.tsx'
import styles from './table.module.css'
import { textIn, useListSearch } from './use-list-search.ts'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const arrows = { asc: '▲', desc: '▼' }

type SortableHeadProps = { field: string; title: string; numeric: boolean | undefined; wide: boolean | undefined }

/** Column head that sorts: descending, ascending, default order. In the card layout it is a plain title. */
export function SortableHead({ field, title, numeric, wide }: SortableHeadProps) {
  const { search, change } = useListSearch()
  const [sorted, direction] = textIn(search, 'sort').split(',')
  const order = sorted === field && (direction === 'asc' || direction === 'desc') ? direction : undefined
  const next = order === undefined ? `${field},desc` : order === 'desc' ? `${field},asc` : undefined
  return (
    <th
      scope="col"
      data-wide={wide}
      className={numeric ? styles.numeric : undefined}
      aria-sort={order && ariaSort[order]}
    >
      <button type="button" className={styles.sort} onClick={() => change({ sort: next })}>
        {title}
        {order === undefined ? <Icon sign="bothWays" size={13} /> : <span aria-hidden>{arrows[order]}</span>}
      </button>
      <span className={styles.unsorted}>{title}</span>
    </th>
  )
}
