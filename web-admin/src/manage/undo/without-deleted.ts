import type { PageOf } from '@kingcar/contract'

/** A page of a list without the hidden items; its counts match what is shown. */
export function withoutDeleted<T extends { id: string }>(
  found: PageOf<T>,
  isDeleted: (id: string) => boolean,
): PageOf<T> {
  const content = found.content.filter(({ id }) => !isDeleted(id))
  const totalElements = found.totalElements - (found.content.length - content.length)
  return { ...found, content, totalElements, numberOfElements: content.length, empty: content.length === 0 }
}
