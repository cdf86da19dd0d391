/** What stands in an order that people decide. */
export type Placed = { id: string; displayOrder: number }

/** The list with the item at `from` moved to `to`. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** Items in the order of others by their ids; what is not among those stands where it is, after them. */
export function inOrder<T extends { id: string }>(items: readonly T[], order: readonly { id: string }[]): T[] {
  const places = new Map(order.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: T) => places.get(id) ?? order.length
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Where each of a list stands when they are counted from 0, for all of them: two who arrange at once cannot interleave. */
export const displayOrdersOf = (items: readonly { id: string }[]): Placed[] =>
  items.map(({ id }, displayOrder) => ({ id, displayOrder }))

/** Where an item that is dropped at an edge of another comes to stand. */
export function dropIndex(from: number, over: number, edge: 'before' | 'after'): number {
  const gap = edge === 'before' ? over : over + 1
  return gap > from ? gap - 1 : gap
}
