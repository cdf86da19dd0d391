import type { Search } from './list-search.ts'

/** A list as somebody asks it again and again, under a name; its address is a path of this console. */
export type SavedView = { name: string; href: string }

/** Before whose id an administrator's own views stand in a browser's storage. */
export const ownPrefix = 'views.'

/** Forgets every administrator's own views in this browser: they may name members. */
export function forgetOwnViews(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(ownPrefix)) localStorage.removeItem(key)
}

/** The setting that holds what everybody sees; nothing but the console reads it. */
export const sharedViewsKey = 'console.views'

/** The longest name of a view, in characters. */
export const longestName = 40

/** The views in a stored value, whatever stands there: nothing in it leads out of the management pages. */
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

/** The list that a view is of. */
export const listOf = ({ href }: SavedView): string => href.split('?', 1)[0] ?? ''

/** All of them with one more, which takes the place of what had its name on its list. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...withoutView(views, view), view].sort((a, b) => a.name.localeCompare(b.name, 'ko'))

/** All but what has this one's name on its list. */
export const withoutView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  views.filter((each) => each.name !== view.name || listOf(each) !== listOf(view))

/** What of a search may tell who somebody is: settings, which apps read and histories keep, hold none of it. */
const personal = ['q', 'member', 'memberId', 'carNumber']

/** Whether everybody may see a view of this search. */
export const canBeShared = (search: Search): boolean => personal.every((name) => search[name] === undefined)
