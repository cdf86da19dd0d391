/** Fields by name. */
export type Fields = Record<string, unknown>

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The fields that differ: the body of a PATCH. */
export function changesOf(before: Fields, now: Fields): Fields {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value ?? null, before[name] ?? null)))
}

/** A field that both sides changed to different values. */
export type Clash = { name: string; mine: unknown; theirs: unknown }

/**
 * Three-way comparison after an edit conflict: `clashes` need a decision of the user; the fields in `taken` changed only on
 * the other side and are taken over.
 */
export function compareChanges(base: Fields, mine: Fields, theirs: Fields): { clashes: Clash[]; taken: string[] } {
  const changedThere = Object.keys(changesOf(base, theirs))
  const changedHere = changesOf(base, mine)
  const clashes = changedThere
    .filter((name) => Object.hasOwn(changedHere, name) && !same(mine[name], theirs[name]))
    .map((name) => ({ name, mine: mine[name], theirs: theirs[name] }))
  return { clashes, taken: changedThere.filter((name) => !Object.hasOwn(changedHere, name)) }
}
