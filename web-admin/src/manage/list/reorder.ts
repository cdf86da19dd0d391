/** An item in a user-defined order. */
export type Placed = { id: string; displayOrder: number }

/** The list with the item at `from` moved to `to`. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** Sorts items by the order of the given ids. Items without an id there come last, in their current order. */
export function inOrder<T extends { id: string }>(items: readonly T[], order: readonly { id: string }[]): T[] {
  const places = new Map(order.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: T) => places.get(id) ?? order.length
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** The display order of every item, from 0. Sending all of them keeps two concurrent reorderings from mixing. */
export const displayOrdersOf = (items: readonly { id: string }[]): Placed[] =>
  items.map(({ id }, displayOrder) => ({ id, displayOrder }))

/** The new index of an item that is dropped at an edge of another. */
export function dropIndex(from: number, over: number, edge: 'before' | 'after'): number {
  const gap = edge === 'before' ? over : over + 1
  return gap > from ? gap - 1 : gap
}
