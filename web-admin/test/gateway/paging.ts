import type { IncomingMessage } from 'node:http'

/** The query parameters of a request. */
export const searchOf = (request: IncomingMessage) => new URL(request.url ?? '', 'http://localhost').searchParams

/** The id in the path of a request. */
export const idIn = (request: IncomingMessage): string =>
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(request.url ?? '')?.[0] ?? ''

/** The items of the store that the request selects, or all. */
export const ofStore = <T extends { storeId: string }>(items: readonly T[], request: IncomingMessage): T[] => {
  const storeId = searchOf(request).get('storeId')
  return items.filter((item) => storeId === null || item.storeId === storeId)
}

/** The requested page of a list. */
export const pageOf = <T>(items: readonly T[], request: IncomingMessage) => {
  const [number, size] = [Number(searchOf(request).get('page') ?? 0), Number(searchOf(request).get('size') ?? 20)]
  const content = items.slice(number * size, (number + 1) * size)
  const totalPages = Math.ceil(items.length / size)
  const ends = { first: number === 0, last: number + 1 >= totalPages, empty: content.length === 0 }
  const counts = { numberOfElements: content.length, totalElements: items.length, totalPages }
  return { result: { content, number, size, ...counts, ...ends } }
}
