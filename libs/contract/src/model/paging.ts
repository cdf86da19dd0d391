import type { TSchema } from 'typebox'
import * as Type from 'typebox'

export const defaultPageSize = 20
export const maximumPageSize = 100

type SortOrder<F extends string> = `${F},asc` | `${F},desc`

/** The input of a paged call; `sort` takes only the named fields. The gateway brings every spelling to this form. */
export function pageable<const F extends string>(...fields: [F, ...F[]]) {
  const orders = fields.flatMap((field) => [`${field},asc`, `${field},desc`] as SortOrder<F>[])
  return {
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: 'From 0' })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: maximumPageSize, default: defaultPageSize })),
    sort: Type.Optional(
      Type.Array(Type.Enum(orders as [SortOrder<F>, ...SortOrder<F>[]]), { maxItems: fields.length, default: [] }),
    ),
  }
}

/** Spring's classic page. */
export const Page = <T extends TSchema>(item: T) =>
  Type.Object({
    content: Type.Array(item),
    number: Type.Integer({ description: 'Of this page, from 0', examples: [0] }),
    size: Type.Integer({ description: 'That was asked for', examples: [defaultPageSize] }),
    numberOfElements: Type.Integer({ description: 'In this page' }),
    totalElements: Type.Integer({ description: 'In all pages' }),
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
 * Builds the answer of a paged call from one page's items and the total. Both were asked for at the same time and not in one
 * moment: where what came or went in between makes them differ, the items are believed.
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

/** A page that is not full is the last one, and one that has items is not behind the end. */
function totalOf(items: number, counted: number, offset: number, size: number): number {
  if (items === 0) return Math.min(counted, offset)
  return items < size ? offset + items : Math.max(counted, offset + items)
}
