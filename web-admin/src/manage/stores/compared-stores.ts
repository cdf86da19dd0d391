import { chosenStore } from '../list/store-scope.ts'

/** Stores side by side: more do not fit on a desk's screen. */
export const mostCompared = 4

/** The stores of the address; if there are fewer than two, also the chosen store and the first ones by name. */
export function comparedStores<S extends { id: string }>(stores: readonly S[], ids: readonly string[]): S[] {
  const named = ids.flatMap((id) => stores.find((store) => store.id === id) ?? [])
  if (named.length >= 2) return named
  const chosen = stores.filter(({ id }) => id === chosenStore())
  return [...new Set([...named, ...chosen, ...stores])].slice(0, 2)
}
