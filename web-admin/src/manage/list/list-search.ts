/*
 * What an address may ask of a list. Each part reads what it knows out of the search and drops what makes no sense, so that
 * a mangled address shows a list rather than an error.
 */

/** The search of an address, as the router read it: anything at all. */
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
 * `validateSearch` of a route that takes all of these. The router lays what this answers over the raw search: whatever is
 * not to come through is named, as undefined.
 */
export const searchOf =
  <const P extends readonly Part[]>(...parts: P) =>
  (search: Search): All<P> =>
    Object.assign(
      {},
      ...Object.keys(search).map((name) => ({ [name]: undefined })),
      ...parts.map((part) => part(search)),
    )

/** A page of a list, from 0; the first one needs no mention. */
export const paged = ({ page }: Search): { page?: number } =>
  typeof page === 'number' && Number.isSafeInteger(page) && page > 0 ? { page } : {}

const longestText = 100

/** Words to search for; numbers are words, too: `?q=4568` is read as one. */
export const textOf =
  <const N extends string>(name: N) =>
  (search: Search): { [K in N]?: string } =>
    param(name, asText(search[name]).trim().slice(0, longestText) || undefined)

/** One of a few values. */
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
    return param(name, /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined)
  }

/** An id. */
export const idOf =
  <const N extends string>(name: N) =>
  (search: Search): { [K in N]?: string } => {
    const id = asText(search[name])
    return param(name, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id : undefined)
  }

/** One store's alone. */
export const ofStore = idOf('storeId')

/** The order of a list: `createdAt,desc`. */
export const sortOf =
  <const F extends string>(...fields: F[]) =>
  ({ sort }: Search): { sort?: `${F},${'asc' | 'desc'}` } =>
    param(
      'sort',
      fields.flatMap((field) => [`${field},asc`, `${field},desc`] as const).find((order) => order === sort),
    )

type Asked<S extends { sort?: string }> = Omit<S, 'sort'> & { sort?: NonNullable<S['sort']>[] }

/** What an address asks of a list, as its call takes it: several orders would do there. */
export const listInputOf = <S extends { sort?: string }>({ sort, ...search }: S): Asked<S> => ({
  ...search,
  ...(sort !== undefined && { sort: [sort] }),
})

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function param<N extends string, V>(name: N, value: V | undefined): { [K in N]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [K in N]?: V }
}
