import {
  type Attention,
  type AttentionKind,
  type AttentionPart,
  type AttentionPartItem,
  attentionExamples,
  attentionKinds,
  mostAttention,
} from '@kingcar/contract'

/** Entries of these kinds count only at stores that are open. */
const ofOpenStores: readonly AttentionKind[] = ['offlineDevices', 'offlineScreens', 'silentStores']
/** Milliseconds for which a store must be open without a visit before that is reported. */
const silenceMs = 60 * 60_000

type Example = AttentionPartItem['examples'][number]
type Stores = ReadonlyMap<string, { id: string; name: string; openSince: string | null }>

/**
 * Joins the parts of the services: adds up the entries of each kind at open stores, and adds the names of the stores.
 * Without the catalog's part it is unknown which stores are open.
 */
export function composeAttention(parts: readonly AttentionPart[], unavailable: string[], now: Date): Attention {
  const stores: Stores = new Map(parts.flatMap((part) => part.stores ?? []).map((store) => [store.id, store]))
  const due = parts.flatMap((part) => part.items).flatMap((item) => whileOpen(item, stores, now))
  const byKind = Map.groupBy(due, (item) => item.kind)
  return {
    asOf: now.toISOString(),
    items: attentionKinds.flatMap((kind) => {
      const items = byKind.get(kind)
      return items ? [{ kind, ...sumOf(items, stores) }] : []
    }),
    unavailable,
  }
}

/** The entries of open stores; for silent stores only those without a visit since they opened. */
function whileOpen(item: AttentionPartItem, stores: Stores, now: Date): AttentionPartItem[] {
  if (!ofOpenStores.includes(item.kind)) return [item]
  const { storeId } = item
  const store = storeId === null ? undefined : stores.get(storeId)
  if (!store || store.openSince === null) return []
  if (item.kind !== 'silentStores') return [item]
  const { id, name, openSince: since } = store
  const silent = item.since === null || item.since < since
  if (!silent || now.getTime() - Date.parse(since) < silenceMs) return []
  return [{ kind: item.kind, count: item.count, storeId, since, examples: [{ id, name, storeId, since }] }]
}

function sumOf(items: readonly AttentionPartItem[], stores: Stores): Omit<Attention['items'][number], 'kind'> {
  const examples: Example[] = items.flatMap((item) => item.examples)
  return {
    count: Math.min(
      items.reduce((sum, item) => sum + item.count, 0),
      mostAttention,
    ),
    since: items.toSorted(bySince)[0]?.since ?? null,
    examples: examples
      .toSorted(bySince)
      .slice(0, attentionExamples)
      .map(({ id, name, storeId, since }) => ({
        ...{ id, name, since },
        storeName: storeId === null ? null : (stores.get(storeId)?.name ?? null),
      })),
  }
}

/** The oldest first; an unknown time last. */
const bySince = (one: { since: string | null }, other: { since: string | null }) =>
  (one.since ?? '~') < (other.since ?? '~') ? -1 : 1
