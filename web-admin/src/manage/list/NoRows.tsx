import type { ReactNode } from 'react'
import { Button } from '../components/controls.tsx'
import { Empty } from '../components/Empty.tsx'
import { copy } from '../text/copy.ts'
import type { Search } from './list-search.ts'
import { BeyondLastPage } from './Pagination.tsx'
import { useListSearch } from './use-list-search.ts'

/** What is said of a list that has nothing in it yet. */
export type EmptyList = { title: string; hint?: string; action?: ReactNode }

/** Filters are whatever an address asks beside its page and its order. */
const isFiltered = ({ page: _, sort: __, ...filters }: Search): boolean => Object.keys(filters).length > 0

/** Why a page of a list shows nothing, and the way on. `beyond`: there is something on other pages. */
export function NoRows({ beyond, empty }: { beyond: boolean; empty: EmptyList }) {
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
