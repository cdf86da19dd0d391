import type { RankedStore } from './use-today.ts'

type Field = 'name' | 'visits' | 'before' | 'sales'
export type RankOrder = `${Field},${'asc' | 'desc'}`

/** Stores in the order that the address selects; equal ones by name, in either direction. */
export function rankStores<S extends Pick<RankedStore, Field>>(
  stores: readonly S[],
  order: RankOrder = 'visits,desc',
): S[] {
  const [field, direction] = order.split(',')
  const sign = direction === 'asc' ? 1 : -1
  const byName = (a: S, b: S) => a.name.localeCompare(b.name, 'ko')
  if (field === 'name') return stores.toSorted((a, b) => sign * byName(a, b))
  const key = field === 'before' || field === 'sales' ? field : 'visits'
  return stores.toSorted((a, b) => sign * (a[key] - b[key]) || byName(a, b))
}
