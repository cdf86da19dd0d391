import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Search } from './list-search.ts'

/**
 * The search of this list's address, and how to change some of it: another filter begins at the first page. What is chosen
 * can be gone back from; what is typed takes the place of what was typed before.
 */
export function useListSearch() {
  const search = stated(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changes: Search, { typed = false } = {}) =>
    void navigate({
      to: '.',
      replace: typed,
      search: (before: Search) => {
        const { page: _, ...kept } = { ...before, ...changes }
        return stated(kept)
      },
    })
  return { search, change }
}

/** What a search says anything of. */
const stated = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))

/** A filter's value as text. */
export const textIn = (search: Search, name: string): string => String(search[name] ?? '')
