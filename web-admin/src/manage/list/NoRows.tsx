import type { ReactNode } from 'react'
import { Button } from '../components/controls.tsx'
import { Empty } from '../components/Empty.tsx'
import { copy } from '../text/copy.ts'
import type { Search } from './list-search.ts'
import { BeyondLastPage } from './Pagination.tsx'
import { useListSearch } from './use-list-search.ts'

/** Texts for a list that has no items yet. */
export type EmptyList = { title: string; hint?: string; action?: ReactNode }

/** Every search parameter except page and sort is a filter. */
const isFiltered = ({ page: _, sort: __, ...filters }: Search): boolean => Object.keys(filters).length > 0

/** Why a page of a list is empty, and what to do. `beyond`: there are items on other pages. */
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
