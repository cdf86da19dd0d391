/*
 * Where each list was left, kept in memory: the link back from an entity leads to the same view and row. The browser's own
 * back button does not need this.
 */

type View = { href: string; opened?: string; rows?: readonly string[] }
const views = new Map<string, View>()

/** Remembers the address at which a list is shown. */
export function rememberView(path: string, href: string): void {
  views.set(path, { ...views.get(path), href })
}

/** Remembers the row that was opened. */
export function rememberOpenedRow(path: string, id: string): void {
  const view = views.get(path)
  if (view !== undefined) view.opened = id
}

/** Returns the row that was opened from this list, and forgets it. */
export function takeOpenedRow(path: string): string | undefined {
  const view = views.get(path)
  const opened = view?.opened
  if (view !== undefined) delete view.opened
  return opened
}

/** The address at which a list was left; by default its path. */
export const returnAddress = (path: string): string => views.get(path)?.href ?? path

/** Remembers the rows that a list shows, by their ids in their order. */
export function rememberRows(path: string, rows: readonly string[]): void {
  const view = views.get(path)
  if (view !== undefined) view.rows = rows
}

/** The rows before and after a row of a list as it was left; undefined if it did not show the row. */
export function rowsBeside(
  path: string,
  id: string,
): { previous: string | undefined; next: string | undefined } | undefined {
  const rows = views.get(path)?.rows ?? []
  const at = rows.indexOf(id)
  return at < 0 ? undefined : { previous: rows[at - 1], next: rows[at + 1] }
}
