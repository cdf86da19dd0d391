import type { TSchema } from 'typebox'
import * as Type from 'typebox'

export const defaultPageSize = 20
export const maximumPageSize = 100

type SortOrder<F extends string> = `${F},asc` | `${F},desc`

/**
 * Paging fields of an operation's input; `sort` accepts only the given fields. The gateway converts every spelling to
 * this form.
 */
export function pageable<const F extends string>(...fields: [F, ...F[]]) {
  const orders = fields.flatMap((field) => [`${field},asc`, `${field},desc`] as SortOrder<F>[])
  return {
    page: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: 'Page number, from 0' }),
    ),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: maximumPageSize, default: defaultPageSize })),
    sort: Type.Optional(
      Type.Array(Type.Enum(orders as [SortOrder<F>, ...SortOrder<F>[]]), { maxItems: fields.length, default: [] }),
    ),
  }
}

/** The largest number of rows that one call counts. */
export const mostCounted = 100_000

/** Input field of an operation that counts the rows of a list, besides the filters of that list. */
export const countable = {
  most: Type.Optional(
    Type.Integer({ minimum: 1, maximum: mostCounted, default: mostCounted, description: 'Counts up to this number' }),
  ),
}
export const Count = Type.Integer({ minimum: 0, description: 'At most `most`', examples: [7] })

/** `size` as clients may send it; the gateway converts it to the limits of services. */
export const SentPageSize = Type.Integer({
  minimum: 0,
  default: defaultPageSize,
  description: `Items in a page; 0 means ${defaultPageSize}, more than ${maximumPageSize} means ${maximumPageSize}`,
})

/** A page as in Spring Data's `Page`. */
export const Page = <T extends TSchema>(item: T) =>
  Type.Object({
    content: Type.Array(item),
    number: Type.Integer({ description: 'Page number, from 0', examples: [0] }),
    size: Type.Integer({ description: 'Requested page size', examples: [defaultPageSize] }),
    numberOfElements: Type.Integer({ description: 'Items in this page' }),
    totalElements: Type.Integer({ description: 'Items in all pages' }),
    totalPages: Type.Integer(),
    first: Type.Boolean(),
    last: Type.Boolean(),
    empty: Type.Boolean({ examples: [false] }),
  })

export type PageOf<T> = {
  content: T[]
  number: number
  size: number
  numberOfElements: number
  totalElements: number
  totalPages: number
  first: boolean
  last: boolean
  empty: boolean
}

/**
 * Builds the result of a paged operation from the items of one page and the total. They come from two concurrent
 * queries; if these disagree because of writes in between, the items are trusted.
 */
export function toPage<T>(
  content: T[],
  counted: number,
  request: { page?: number | undefined; size?: number | undefined },
): PageOf<T> {
  const size = request.size ?? defaultPageSize
  const number = request.page ?? 0
  const totalElements = totalOf(content.length, counted, number * size, size)
  const totalPages = Math.ceil(totalElements / size)
  return {
    content,
    number,
    size,
    numberOfElements: content.length,
    totalElements,
    totalPages,
    first: number === 0,
    last: number + 1 >= totalPages,
    empty: content.length === 0,
  }
}

/** A page that is not full is the last one; a page with items is not beyond the end. */
function totalOf(items: number, counted: number, offset: number, size: number): number {
  if (items === 0) return Math.min(counted, offset)
  return items < size ? offset + items : Math.max(counted, offset + items)
}
