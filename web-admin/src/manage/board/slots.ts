/** The places of the board: the id of the car in each, undefined for a free one. */
export type Places = readonly (string | undefined)[]

/**
 * The places after a change of the cars on the board. A car keeps its place while it is among `ids`; a car that has
 * left frees its place for the next new car. So no tile moves under the finger of a user. Returns `before` if nothing
 * changes.
 */
export function placed(before: Places, ids: readonly string[]): Places {
  const added = ids.filter((id) => !before.includes(id))
  if (added.length === 0 && before.every((id) => id === undefined || ids.includes(id))) return before
  const kept = before.map((id) => (id !== undefined && ids.includes(id) ? id : added.shift()))
  return [...kept, ...added]
}
