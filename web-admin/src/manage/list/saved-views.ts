import type { Search } from './list-search.ts'

/** A saved view of a list: a name, and an address within this console. */
export type SavedView = { name: string; href: string }

/** Prefix of the localStorage key of an administrator's own views; the admin id follows. */
export const ownPrefix = 'views.'

/** Deletes all own views of all administrators in this browser; they may contain names of members. */
export function forgetOwnViews(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(ownPrefix)) localStorage.removeItem(key)
}

/** App setting with the shared views; only the console reads it. */
export const sharedViewsKey = 'console.views'

/** Maximum length of a view's name, in characters. */
export const maxNameLength = 40

/** The valid views of a stored value. Only addresses below /manage are valid. */
export const viewsIn = (value: unknown): SavedView[] =>
  Array.isArray(value) ? value.filter(isView).map(({ name, href }) => ({ name, href })) : []

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'href' in value &&
  typeof value.href === 'string' &&
  /^\/manage(\/[A-Za-z]+)*(\?|$)/.test(value.href)

/** Path of the list that a view belongs to. */
export const listOf = ({ href }: SavedView): string => href.split('?', 1)[0] ?? ''

/** Adds a view; it replaces a view of the same list with the same name. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...withoutView(views, view), view].sort((a, b) => a.name.localeCompare(b.name, 'ko'))

/** Removes the view of the same list with the same name. */
export const withoutView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  views.filter((each) => each.name !== view.name || listOf(each) !== listOf(view))

/** Search parameters that may identify a person. They must not get into app settings, which apps read and the audit log keeps. */
const personal = ['q', 'member', 'memberId', 'carNumber']

/** Whether a view with this search may be shared. */
export const canBeShared = (search: Search): boolean => personal.every((name) => search[name] === undefined)
