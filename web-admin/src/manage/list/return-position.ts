/*
 * Where each list was left, for as long as the page lives: the way back from what was opened leads to the very view, and to
 * the row that was opened. The browser's own way back needs none of it.
 */

type View = { href: string; opened?: string }
const views = new Map<string, View>()

/** Notes that a list is on show at an address. */
export function rememberView(path: string, href: string): void {
  views.set(path, { ...views.get(path), href })
}

/** Notes which row was opened. */
export function rememberOpenedRow(path: string, id: string): void {
  const view = views.get(path)
  if (view !== undefined) view.opened = id
}

/** The row that was opened from this list, told once. */
export function takeOpenedRow(path: string): string | undefined {
  const view = views.get(path)
  const opened = view?.opened
  if (view !== undefined) delete view.opened
  return opened
}

/** The address at which a list was left. */
export const returnAddress = (path: string): string => views.get(path)?.href ?? path
