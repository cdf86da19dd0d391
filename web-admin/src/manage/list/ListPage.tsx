import type { PageOf } from '@kingcar/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useMemo } from 'react'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { copy } from '../text/copy.ts'
import { LookMenu } from './LookMenu.tsx'
import styles from './list.module.css'
import { useLook } from './look.ts'
import { type EmptyList, NoRows } from './NoRows.tsx'
import { Pagination, rangeOf } from './Pagination.tsx'
import { SortFilter } from './SortFilter.tsx'
import { type Column, Table } from './Table.tsx'
import type { Bulk } from './use-bulk.tsx'
import { type Peek, usePeek } from './use-peek.tsx'
import { useReturnPosition } from './use-return-position.ts'

/** The part of a query result that a list needs; also provided by lists that change while they are visible. */
export type ListQuery<T> = Pick<UseQueryResult<PageOf<T>>, 'data' | 'error' | 'isPlaceholderData'> & {
  refetch: () => unknown
}

type ListPageProps<T> = {
  title: string
  lead?: ReactNode
  /** Beside the title: create, export. */
  actions?: ReactNode
  filters?: ReactNode
  /** Caption of the table, for screen readers. */
  caption: string
  columns: readonly Column<T>[]
  keyOf: (row: T) => string
  query: ListQuery<T>
  /** Beside the count: a notice of new items. */
  news?: ReactNode
  /** Ref of the element around the rows, for moving the focus there. */
  list?: RefObject<HTMLDivElement | null>
  /** Below the rows: sums of all rows of the list. */
  sums?: string | undefined
  empty: EmptyList
  dimmed?: (row: T) => boolean
  /** Actions on several rows. */
  bulk?: Bulk<T> | undefined
  /** Loads the panel that shows a row beside the list. */
  peek?: Peek
  children?: ReactNode
}

/** The page of a list. Filters, order and page are in its address. */
export function ListPage<T>({ title, lead, actions, filters, children, ...list }: ListPageProps<T>) {
  useReturnPosition(list.query.data !== undefined)
  return (
    <Page title={title} lead={lead} actions={actions}>
      {filters}
      <List {...list} />
      {children}
    </Page>
  )
}

const boxColumn = <T,>({ boxOf }: Bulk<T>): Column<T> => ({
  key: 'box',
  title: copy.bulk.column,
  untitled: true,
  width: '52px',
  card: 'foot',
  cell: boxOf,
})

function List<T>(props: Omit<ListPageProps<T>, 'title' | 'lead'>) {
  const { caption, columns, keyOf, query, empty, dimmed, news, list, bulk, peek, sums } = props
  const { data, error, refetch, isPlaceholderData } = query
  const { panel, keys } = usePeek(peek)
  const look = useLook(useLocation({ select: ({ pathname }) => pathname }))
  const { hidden } = look
  const [optional, shown] = useMemo(() => {
    // Not the first column, which identifies the row, nor columns with links and buttons.
    const optional = columns.filter(({ untitled, buttons, card }) => !untitled && !buttons && card !== 'head')
    return [optional, columns.filter((column) => !optional.includes(column) || !hidden.includes(column.key))]
  }, [columns, hidden])
  return (
    <>
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      <div className={styles.toolbar}>
        {bulk?.bar}
        <span role="status">{data !== undefined && !data.empty && rangeOf(data)}</span>
        {news}
        {!data?.empty && (
          <span className={styles.look}>
            <SortFilter columns={columns} />
            <LookMenu look={look} columns={optional} />
          </span>
        )}
      </div>
      <div ref={list} className={styles.list} tabIndex={-1} {...keys}>
        {data?.empty ? (
          <NoRows beyond={data.totalElements > 0} empty={empty} />
        ) : error !== null && data === undefined ? null : (
          <Table
            caption={caption}
            columns={shown}
            {...(bulk && { box: boxColumn(bulk) })}
            density={look.density}
            rows={data?.content}
            keyOf={keyOf}
            outdated={isPlaceholderData}
            {...(dimmed && { dimmed })}
          />
        )}
      </div>
      {data !== undefined && !data.empty && (
        <div className={styles.foot}>
          {sums !== undefined && <p>{sums}</p>}
          <Pagination page={data} />
        </div>
      )}
      {panel}
    </>
  )
}
