/**
 * The places of cars on the board, by their ids. A car keeps its place for as long as it is among `ids`; a new one takes the
 * place of one that is gone. So no tile moves under the finger of a user. Returns `before` if nothing changes.
 */
export function placed(before: readonly string[], ids: readonly string[]): readonly string[] {
  const shown = new Set(before)
  const current = new Set(ids)
  const added = ids.filter((id) => !shown.has(id))
  if (added.length === 0 && before.length === ids.length) return before
  const kept = before.map((id) => (current.has(id) ? id : added.shift()))
  return [...kept, ...added].filter((id) => id !== undefined)
}
