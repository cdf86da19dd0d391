/*
 * Search parameters of a list. Each part parses the parameters that it knows and drops invalid values, so that a broken
 * address shows the list instead of an error.
 */

import { chosenStore } from './store-scope.ts'

/** Parameters that do not limit a list: its page and order, and the store, which applies to all pages. */
const notFilters = new Set(['page', 'size', 'sort', 'storeId', 'stores'])

/** The filters among search parameters, without empty ones. */
export const filtersIn = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => !notFilters.has(name) && value !== undefined))

/** Which rows a list shows: all of its search parameters but the settlement file that is compared below the list. */
export const rowsAt = ({ file: _, ...search }: Search): string => JSON.stringify(search)

/** The search parameters as the router parsed them, not validated. */
export type Search = Record<string, unknown>
type Part = (search: Search) => object

type Both<A, B> = { [K in keyof A | keyof B]?: (K extends keyof A ? A[K] : never) | (K extends keyof B ? B[K] : never) }
type All<P extends readonly Part[]> = P extends readonly [
  infer First extends Part,
  ...infer Rest extends readonly Part[],
]
  ? Both<ReturnType<First>, All<Rest>>
  : Record<never, never>

/**
 * `validateSearch` of a route with these parts. The router merges the result over the raw search, so every parameter to drop
 * has to be present as undefined.
 */
export function searchOf<const P extends readonly Part[]>(...parts: P): (search: Search) => All<P> {
  const validate = (search: Search): All<P> =>
    Object.assign(
      {},
      ...Object.keys(search).map((name) => ({ [name]: undefined })),
      ...parts.map((part) => part(search)),
    )
  if (parts.includes(ofStore)) ofStores.add(validate)
  return validate
}

/** Each `validateSearch` with `ofStore`. */
const ofStores = new WeakSet<object>()

/** Whether a page with this `validateSearch` shows one store or all. */
export const followsStore = (validate: unknown): boolean => typeof validate === 'function' && ofStores.has(validate)

/** Rows of a page, other than the default of the server. */
export const pageSizes = [50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** Page number, from 0, and rows of a page. Page 0 and the default size are omitted. */
export const paged = ({ page, size }: Search): { page?: number; size?: PageSize } => ({
  ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 0 && { page }),
  ...param(
    'size',
    pageSizes.find((each) => each === size),
  ),
})

const maxTextLength = 100
/** Control characters and halves of surrogate pairs: the server rejects NUL and the halves. */
const unusable = /[\p{Cc}\p{Cs}]/gu

/** A search text. The router parses `?q=4568` as a number, so numbers are accepted too. */
export const textOf =
  <const N extends string>(name: N) =>
  (search: Search): { [K in N]?: string } =>
    param(name, asText(search[name]).trim().slice(0, maxTextLength).replace(unusable, ' ').trim() || undefined)

/** One of several values. */
export const choiceOf =
  <const N extends string, const V extends string>(name: N, values: readonly V[]) =>
  (search: Search): { [K in N]?: V } =>
    param(
      name,
      values.find((value) => value === search[name]),
    )

/** A day in Seoul, `YYYY-MM-DD`. */
export const dayOf =
  <const N extends string>(name: N) =>
  (search: Search): { [K in N]?: string } => {
    const day = asText(search[name])
    return param(name, isDay(day) ? day : undefined)
  }

/** A month, `YYYY-MM`. */
export const monthOf =
  <const N extends string>(name: N) =>
  (search: Search): { [K in N]?: string } => {
    const month = asText(search[name])
    return param(name, /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined)
  }

/** True for a day of the calendar; `Date.parse` also accepts 30 February, as 2 March. */
function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** A range of days in Seoul. Days in the wrong order are swapped: the server rejects such a range. */
export function ofPeriod(search: Search): { from?: string; to?: string } {
  const { from } = dayOf('from')(search)
  const { to } = dayOf('to')(search)
  if (from !== undefined && to !== undefined && from > to) return { from: to, to: from }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** A UUID. */
export const idOf =
  <const N extends string>(name: N) =>
  (search: Search): { [K in N]?: string } => {
    const id = asText(search[name])
    return param(name, isId(id) ? id : undefined)
  }

/** Different UUIDs, separated by commas. @param most largest number of them */
export const idsOf =
  <const N extends string>(name: N, most: number) =>
  (search: Search): { [K in N]?: string } => {
    const ids = new Set(asText(search[name]).split(',').filter(isId))
    return param(name, [...ids].slice(0, most).join(',') || undefined)
  }

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/**
 * A store; without one in the address the one that the administrator has chosen for all pages, unless the address has
 * `stores=all`. That is a separate parameter, so that `storeId` is always an id.
 */
export function ofStore(search: Search): { storeId?: string; stores?: 'all' } {
  const named = idOf('storeId')(search)
  if (named.storeId !== undefined) return named
  return search.stores === 'all' ? { stores: 'all' } : idOf('storeId')({ storeId: chosenStore() })
}

/** The order of a list: `createdAt,desc`. */
export const sortOf =
  <const F extends string>(...fields: F[]) =>
  ({ sort }: Search): { sort?: `${F},${'asc' | 'desc'}` } =>
    param(
      'sort',
      fields.flatMap((field) => [`${field},asc`, `${field},desc`] as const).find((order) => order === sort),
    )

/** The filters of a list with its store, as input of the operation that counts its rows. */
export const filtersOf = <S extends { sort?: unknown; size?: unknown }>({
  sort: _,
  size: __,
  ...input
}: S): Omit<S, 'sort' | 'size'> => input

type ListInput<S extends { sort?: string }> = Omit<S, 'sort' | 'stores'> & { sort?: NonNullable<S['sort']>[] }

/**
 * The parameters as input of the list operation, whose `sort` is an array, and for which an absent `storeId` means all
 * stores.
 */
export const listInputOf = <S extends { sort?: string; stores?: 'all' }>({
  sort,
  stores: _,
  ...search
}: S): ListInput<S> => ({
  ...search,
  ...(sort !== undefined && { sort: [sort] }),
})

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function param<N extends string, V>(name: N, value: V | undefined): { [K in N]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [K in N]?: V }
}
