import { useNavigate, useSearch } from '@tanstack/react-router'
import { filtersIn, type Search } from './list-search.ts'
import { chooseStore } from './store-scope.ts'

/**
 * The search parameters of this list, and a function that changes some of them and returns to the first page. A chosen value
 * creates a history entry; a typed one (`typed`) replaces the current entry.
 */
export function useListSearch() {
  const search = withoutEmpty(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changes: Search, { typed = false } = {}) =>
    void navigate({
      to: '.',
      replace: typed,
      search: (before: Search) => {
        const { page: _, ...kept } = { ...before, ...changes }
        return withoutEmpty(kept)
      },
    })
  /** Removes all filters, and keeps the order and the store. */
  const clear = () => change(Object.fromEntries(Object.keys(filtersIn(search)).map((name) => [name, undefined])))
  return { search, change, clear }
}

/** Returns a function that shows a store, or all, on this page and on those that are opened later. */
export function useChooseStore(): (id: string | undefined) => void {
  const { change } = useListSearch()
  return (id) => {
    chooseStore(id)
    // Replaces the history entry: the browser's back button would lead to an address without a store, which would show
    // the chosen one again.
    change({ storeId: id, stores: undefined }, { typed: true })
  }
}

/** Without empty parameters. */
const withoutEmpty = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))

/** A parameter as text; empty if absent. */
export const textIn = (search: Search, name: string): string => String(search[name] ?? '')
