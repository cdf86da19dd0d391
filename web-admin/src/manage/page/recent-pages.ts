import { createStore } from 'zustand/vanilla'

/** A page that was opened in this tab. `href`: its path and query. */
export type RecentPage = { path: string; href: string; title: string }

const shown = 6
const opened = createStore(() => ({ by: undefined as string | undefined, pages: [] as RecentPage[] }))

/**
 * Records that an administrator has a page open. The list belongs to one administrator, and ends with the tab, because
 * titles can be names of members.
 */
export function recordPage(title: string, by: string | undefined): void {
  const { pathname: path, search } = window.location
  const others = recentPages(by).filter((page) => page.path !== path)
  opened.setState({ by, pages: [{ path, href: path + search, title }, ...others].slice(0, shown) })
}

/** The last pages that the administrator opened in this tab, the current one first. */
export function recentPages(by: string | undefined): readonly RecentPage[] {
  const recorded = opened.getState()
  return recorded.by === by ? recorded.pages : []
}
