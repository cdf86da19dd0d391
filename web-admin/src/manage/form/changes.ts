/** Fields of a form by name, in the form in which the API takes them. */
export type Fields = Record<string, unknown>

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What differs from how it was: the body of a PATCH. */
export function changesOf(before: Fields, now: Fields): Fields {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value ?? null, before[name] ?? null)))
}

/** A field that two people have changed in different ways. */
export type Clash = { name: string; mine: unknown; theirs: unknown }

/**
 * What to do about a thing that somebody else has saved meanwhile: `clashes` are for a person to decide; `taken` changed
 * there alone, and are taken over.
 */
export function compareChanges(base: Fields, mine: Fields, theirs: Fields): { clashes: Clash[]; taken: string[] } {
  const changedThere = Object.keys(changesOf(base, theirs))
  const changedHere = changesOf(base, mine)
  const clashes = changedThere
    .filter((name) => Object.hasOwn(changedHere, name) && !same(mine[name], theirs[name]))
    .map((name) => ({ name, mine: mine[name], theirs: theirs[name] }))
  return { clashes, taken: changedThere.filter((name) => !Object.hasOwn(changedHere, name)) }
}
