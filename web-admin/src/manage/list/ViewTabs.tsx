import type { Call, CallInput } from '@kingcar/client'
import type { AdminOperation, ServiceName } from '@kingcar/contract'
import { useQueries } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../../api/api.ts'
import { useMay } from '../api/rights.tsx'
import { AddressLink } from '../components/AddressLink.tsx'
import { copy } from '../text/copy.ts'
import { filtersIn, type Search } from './list-search.ts'
import { SavedViews } from './SavedViews.tsx'
import styles from './saved-views.module.css'
import { useListSearch } from './use-list-search.ts'
import { useSavedViews } from './use-saved-views.ts'

/** A view that a list has from the start. */
export type ListView = {
  name: string
  search: Search
  /** The operation that the view needs in addition to that of the list. */
  needs?: AdminOperation
}

type Counting = { op: Call<ServiceName, string>; count: (input: Search) => Promise<{ count: number }> }

/** The views of a list, and how the rows of each are counted. */
export type CountedViews = { views: readonly ListView[]; counting: Counting }

/** The counting of a view's rows by an operation whose input has the filters of the list. */
export const countedBy = <S extends ServiceName, V extends string>(op: Call<S, V>): Counting => ({
  op: op as Call<ServiceName, string>,
  count: async (input) => (await call(op, input as CallInput<S, V>)) as { count: number },
})

/** More are not counted: the tab then says `99+`. */
const mostShown = 99

/**
 * The views of a list as tabs: all rows, the built-in views, and saved ones, own and shared. A tab with filters shows
 * the number of its rows, which is kept for a minute. Each number is a separate call, because a call is limited to the
 * stores of the administrator by its `storeId`. Without tabs the button alone would take a line of its own: it follows
 * `children` then.
 */
export function ViewTabs({ views = [], counting, children }: Partial<CountedViews> & { children: ReactNode }) {
  const { pathname } = useLocation()
  const router = useRouter()
  const may = useMay()
  const { search } = useListSearch()
  const saved = useSavedViews(pathname)
  const { storeId, stores } = search
  const ofList = [
    { name: copy.filters.all, search: {} },
    ...views.filter(({ needs }) => needs === undefined || may(needs)),
  ]
  const tabs = [
    ...ofList.map((view) => ({
      ...view,
      href: router.buildLocation({ to: pathname, search: { storeId, stores, ...view.search } as Search }).href,
    })),
    ...[...saved.own, ...saved.shared].map(({ name, href }) => {
      const at = href.indexOf('?')
      return { name, href, search: at < 0 ? {} : (router.options.parseSearch?.(href.slice(at)) as Search) }
    }),
  ]
  const counts = useQueries({
    queries: tabs.map((tab) => {
      const ofStore = tab.search.storeId ?? (tab.search.stores === undefined ? storeId : undefined)
      const input = {
        ...filtersIn(tab.search),
        ...(ofStore !== undefined && { storeId: ofStore }),
        most: mostShown + 1,
      }
      return {
        queryKey: [counting?.op.name, input],
        queryFn: () => counting?.count(input),
        enabled: counting !== undefined && may(counting.op.name as AdminOperation) && isFiltered(tab.search),
        staleTime: 60_000,
      }
    }),
  })
  // The last match, because a saved view may have the same filters as a built-in view.
  const shown = tabs.findLastIndex((tab) => isSame(tab.search, search))
  const isTabbed = tabs.length > 1
  const own = (
    <div className={styles.views}>
      {isTabbed && (
        <nav className={styles.tabs} aria-label={copy.views.label}>
          <ul>
            {tabs.map((tab, at) => (
              // Views of the same name are possible: an own and a shared one.
              <li key={`${tab.name} ${tab.href}`}>
                <AddressLink href={tab.href} aria-current={at === shown ? 'page' : undefined}>
                  {tab.name}
                  {counting !== undefined && isFiltered(tab.search) && <Count count={counts[at]?.data?.count} />}
                </AddressLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <SavedViews {...saved} />
    </div>
  )
  return (
    <>
      {isTabbed && own}
      {children}
      {!isTabbed && own}
    </>
  )
}

const isFiltered = (search: Search) => Object.keys(filtersIn(search)).length > 0

/**
 * Whether a list shows a view: it has the same filters, and the order and the store of the view, if the view has these.
 */
function isSame(view: Search, shown: Search): boolean {
  const { page: _, size: __, ...named } = view
  const names = new Set([...Object.keys(filtersIn(view)), ...Object.keys(filtersIn(shown)), ...Object.keys(named)])
  return [...names].every((name) => String(view[name] ?? '') === String(shown[name] ?? ''))
}

/** Its place is kept until the number is known. */
function Count({ count }: { count: number | undefined }) {
  return <span className={styles.count}>{count !== undefined && (count > mostShown ? `${mostShown}+` : count)}</span>
}
