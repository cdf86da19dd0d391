import { createStore } from 'zustand/vanilla'
import { currentAdminId } from '../api/current-admin-id.ts'

/** A page that was opened in this tab. `href`: its path and query. */
export type RecentPage = { path: string; href: string; title: string }

const shown = 6
const opened = createStore(() => ({ by: undefined as string | undefined, pages: [] as RecentPage[] }))

/** Records that a page is open. The list is of one administrator, and ends with the tab: titles can be names of members. */
export function recordPage(title: string): void {
  const { pathname: path, search } = window.location
  const by = currentAdminId()
  const others = recentPages().filter((page) => page.path !== path)
  opened.setState({ by, pages: [{ path, href: path + search, title }, ...others].slice(0, shown) })
}

/** The last pages that the administrator opened in this tab, the current one first. */
export function recentPages(): readonly RecentPage[] {
  const { by, pages } = opened.getState()
  return by === currentAdminId() ? pages : []
}
