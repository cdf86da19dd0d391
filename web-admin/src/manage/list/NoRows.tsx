import type { ReactNode } from 'react'
import { Button } from '../components/controls.tsx'
import { Empty } from '../components/Empty.tsx'
import { copy } from '../text/copy.ts'
import { filtersIn } from './list-search.ts'
import { BeyondLastPage } from './Pagination.tsx'
import { useChooseStore, useListSearch } from './use-list-search.ts'

/** Texts for a list that has no items yet. */
export type EmptyList = { title: string; hint?: string; action?: ReactNode }

/** Why a page of a list is empty, and what to do. `beyond`: there are items on other pages. */
export function NoRows({ beyond, empty }: { beyond: boolean; empty: EmptyList }) {
  const { search, clear } = useListSearch()
  const choose = useChooseStore()
  if (beyond) {
    return (
      <Empty title={copy.pages.beyond}>
        <BeyondLastPage />
      </Empty>
    )
  }
  if (Object.keys(filtersIn(search)).length > 0) {
    return (
      <Empty title={copy.filters.nothing}>
        <Button onClick={clear}>{copy.filters.clear}</Button>
      </Empty>
    )
  }
  if (search.storeId !== undefined) {
    return (
      <Empty title={copy.filters.nothing}>
        <Button onClick={() => choose(undefined)}>{copy.filters.showEveryStore}</Button>
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
