import type { PageOf } from '@kingcar/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../components/controls.tsx'
import { Empty } from '../components/Empty.tsx'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { BeyondLastPage, Pagination, rangeOf } from '../components/Pagination.tsx'
import { type Column, Table } from '../components/Table.tsx'
import { copy } from '../copy.ts'
import styles from './list.module.css'
import { SortFilter } from './SortFilter.tsx'
import type { Search } from './search.ts'
import { useReturn } from './use-return.ts'
import { useListSearch } from './use-search.ts'

/** What a list asks of its query, so that one whose rows change while it is on show can answer, too. */
export type ListQuery<T> = Pick<UseQueryResult<PageOf<T>>, 'data' | 'error' | 'isPlaceholderData'> & {
  refetch: () => unknown
}

type ListPageProps<T> = {
  title: string
  lead?: ReactNode
  /** Beside the title: creating, exporting. */
  actions?: ReactNode
  filters?: ReactNode
  /** What the table is called for those who hear it. */
  caption: string
  columns: readonly Column<T>[]
  keyOf: (row: T) => string
  query: ListQuery<T>
  /** Beside the count: what has come since. */
  news?: ReactNode
  /** What holds the rows, to move the focus there. */
  list?: RefObject<HTMLDivElement | null>
  /** Of a list that has nothing in it yet. */
  empty: { title: string; hint?: string; action?: ReactNode }
  dimmed?: (row: T) => boolean
  children?: ReactNode
}

/** A page of one list: what is asked of it stands in its address. */
export function ListPage<T>({ title, lead, actions, filters, children, ...list }: ListPageProps<T>) {
  useReturn(list.query.data !== undefined)
  return (
    <Page title={title} lead={lead} actions={actions}>
      {filters}
      <List {...list} />
      {children}
    </Page>
  )
}

/** Filters are whatever an address asks beside its page and its order. */
const isFiltered = ({ page: _, sort: __, ...filters }: Search): boolean => Object.keys(filters).length > 0

function List<T>(props: Omit<ListPageProps<T>, 'title' | 'lead'>) {
  const { caption, columns, keyOf, query, empty, dimmed, news, list } = props
  const { data, error, refetch, isPlaceholderData } = query
  return (
    <>
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      <div className={styles.toolbar}>
        <span role="status">{data !== undefined && !data.empty && rangeOf(data)}</span>
        {news}
        {!data?.empty && <SortFilter columns={columns} />}
      </div>
      <div ref={list} className={styles.list} tabIndex={-1}>
        {data?.empty ? (
          <Nothing beyond={data.totalElements > 0} empty={empty} />
        ) : error !== null && data === undefined ? null : (
          <Table
            caption={caption}
            columns={columns}
            rows={data?.content}
            keyOf={keyOf}
            outdated={isPlaceholderData}
            {...(dimmed && { dimmed })}
          />
        )}
      </div>
      {data !== undefined && !data.empty && <Pagination page={data} />}
    </>
  )
}

/** Why there is nothing, and the way on. */
function Nothing({ beyond, empty }: { beyond: boolean; empty: ListPageProps<never>['empty'] }) {
  const { search, change } = useListSearch()
  if (beyond) {
    return (
      <Empty title={copy.pages.beyond}>
        <BeyondLastPage />
      </Empty>
    )
  }
  if (isFiltered(search)) {
    const none = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))
    return (
      <Empty title={copy.filters.nothing}>
        <Button onClick={() => change(none)}>{copy.filters.clear}</Button>
      </Empty>
    )
  }
  return (
    <Empty title={empty.title}>
      {empty.hint !== undefined && <p>{empty.hint}</p>}
      {empty.action}
    </Empty>
  )
}
