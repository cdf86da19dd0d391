import type { PageOf } from '@kingcar/contract'

/** A page of a list without what is as good as deleted: its counts, and whether anything is left, go by what is shown. */
export function withoutDeleted<T extends { id: string }>(
  found: PageOf<T>,
  isRemoved: (id: string) => boolean,
): PageOf<T> {
  const content = found.content.filter(({ id }) => !isRemoved(id))
  const totalElements = found.totalElements - (found.content.length - content.length)
  return { ...found, content, totalElements, numberOfElements: content.length, empty: content.length === 0 }
}
