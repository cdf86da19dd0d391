import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Search } from './search.ts'

/** The search of this list's address, and how to change some of it: another filter begins at the first page. */
export function useListSearch() {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: Search) =>
    void navigate({
      to: '.',
      search: (before: Search) => {
        const { page: _, ...kept } = { ...before, ...changes }
        return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined && value !== ''))
      },
    })
  return { search, change }
}

/** A filter's value as text. */
export const textIn = (search: Search, name: string): string => String(search[name] ?? '')
