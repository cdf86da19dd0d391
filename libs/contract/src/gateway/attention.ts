import * as Type from 'typebox'
import { Id, Instant, Nullable, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { type AdminAccess, type AdminRights, isPermitted } from '../model/permissions.ts'

/** What an administrator has to deal with, the most urgent first. */
export const attentionKinds = [
  'failedRenewals',
  'owedReturns',
  'refusedReceipts',
  'offlineDevices',
  'offlineScreens',
  'doubtfulReads',
  'deadLetters',
  'disabledWebhooks',
  'endingPasses',
  'silentStores',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/**
 * The permission that an administrator needs to see entries of a kind: that of the list to which they link. A kind with
 * the scope `stores` is limited to the administrator's stores.
 */
export const attentionAccess: Readonly<Record<AttentionKind, AdminAccess>> = {
  failedRenewals: { permission: 'orders.read', scope: 'stores' },
  owedReturns: { permission: 'orders.read', scope: 'stores' },
  refusedReceipts: { permission: 'orders.read', scope: 'stores' },
  offlineDevices: { permission: 'devices.read', scope: 'stores' },
  offlineScreens: { permission: 'devices.read', scope: 'stores' },
  doubtfulReads: { permission: 'visits.read', scope: 'stores' },
  deadLetters: { permission: 'devices.read', scope: 'headOffice' },
  disabledWebhooks: { permission: 'webhooks.manage', scope: 'headOffice' },
  endingPasses: { permission: 'orders.read', scope: 'stores' },
  silentStores: { permission: 'visits.read', scope: 'stores' },
}

/** Whether the caller may see entries of a kind. */
export const seesAttention = (kind: AttentionKind, actor: ({ role: string } & Partial<AdminRights>) | null): boolean =>
  actor?.adminRole !== undefined &&
  actor.storeIds !== undefined &&
  isPermitted(attentionAccess[kind], {
    adminRole: actor.adminRole,
    storeIds: actor.storeIds,
    permissions: actor.permissions,
  })

/** Entries of one kind are counted up to this number. */
export const mostAttention = 1_000
/** The largest number of examples of a kind. */
export const attentionExamples = 3

const kind = Type.Enum([...attentionKinds], {
  description: `failedRenewals: subscriptions whose renewal was not paid; owedReturns: money that is owed to members;
    refusedReceipts: cash receipts of sales at a counter that the provider refused; offlineDevices and offlineScreens:
    those of stores that are open now; doubtfulReads: reads whose plate an administrator has to confirm; deadLetters:
    messages that could not be processed; disabledWebhooks: endpoints of partners that failed for three days;
    endingPasses: passes that end within seven days; silentStores: stores with recognizers that have been open for an
    hour without a visit`,
})
const count = Type.Integer({ minimum: 1, description: `Counted up to ${mostAttention}`, examples: [2] })
const Example = Type.Object({
  id: Type.String({
    format: 'uuid',
    description:
      'Id of the user product, owed return, order, device, screen, read, dead letter, endpoint or store, by the kind',
  }),
  name: Type.String({ examples: ['입구 카메라'] }),
  storeName: Nullable(Type.String({ examples: ['강남점'] })),
  since: Nullable(Type.String({ format: 'date-time' })),
})

const PartItem = Type.Object({
  kind,
  storeId: Nullable(Id),
  /** At most `mostAttention`. */
  count,
  /** For `silentStores`: the time of the last visit, for each store with recognizers. */
  since: Nullable(Instant),
  /** At most `attentionExamples`, the oldest first. */
  examples: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), storeId: Nullable(Id), since: Nullable(Instant) }),
  ),
})
export type AttentionPartItem = Typed<typeof PartItem>

/**
 * What one service contributes. Entries that belong to a store are in one item for each store, without the store's
 * name. Only the catalog knows which stores are open: its part has the requested stores in `stores`.
 */
export const AttentionPart = Type.Object({
  items: Type.Array(PartItem),
  /** `openSince` is null while the store is closed. */
  stores: Type.Optional(Type.Array(Type.Object({ id: Id, name: Type.String(), openSince: Nullable(Instant) }))),
  /** Kinds for which `items` does not have all stores. */
  truncated: Type.Optional(Type.Array(kind)),
  /** Share of the storage of the streams that is filled, 0 to 1; absent while it is unknown. */
  storageFilling: Type.Optional(Type.Number()),
})
export type AttentionPart = Typed<typeof AttentionPart>

/**
 * The largest number of stores of a kind in the part of a service, and of those with examples. With this limit a reply
 * with long names is below 1 MB, the limit of the bus.
 */
export const mostAttentionStores = 2_000
const mostStoresWithExamples = 250

/**
 * Input of the catalog's part: the stores for which it returns since when they are open; at most as many as fit into a
 * reply.
 */
export const AttentionStores = Strict({
  storeIds: Type.Optional(Type.Array(Id, { maxItems: mostAttentionStores, uniqueItems: true })),
})

/**
 * The inputs for the calls of the catalog that together ask for all stores in parts. Always at least one: the call
 * shows whether the catalog responds.
 */
export function storesToAsk(parts: readonly Pick<AttentionPart, 'items'>[]): { storeIds: string[] }[] {
  const named = parts.flatMap(({ items }) => items).flatMap((item) => [item, ...item.examples])
  const ids = [...new Set(named.flatMap(({ storeId }) => storeId ?? []))]
  const calls = Math.max(1, Math.ceil(ids.length / mostAttentionStores))
  return Array.from({ length: calls }, (_, at) => ({
    storeIds: ids.slice(at * mostAttentionStores, (at + 1) * mostAttentionStores),
  }))
}

/**
 * The entries of stores that fit into a reply. Those with the latest time come first, so that stores that failed long
 * ago do not hide an outage that has just begun.
 * @param latest the newest time of an entry, ISO 8601
 */
export function fitStores(
  entries: readonly { item: AttentionPartItem; latest: string | null }[],
): Required<Pick<AttentionPart, 'items' | 'truncated'>> {
  const newest = entries.toSorted((one, other) => ((one.latest ?? '') > (other.latest ?? '') ? -1 : 1))
  const items = newest
    .slice(0, mostAttentionStores)
    .map(({ item }, at) => (at < mostStoresWithExamples ? item : { ...item, examples: [] }))
  return {
    items,
    truncated: entries.length > mostAttentionStores ? entries.slice(0, 1).map(({ item }) => item.kind) : [],
  }
}

export const Attention = Type.Object({
  asOf: Instant,
  items: Type.Array(
    Type.Object({
      kind,
      count,
      since: Nullable(
        Type.String({
          format: 'date-time',
          description:
            'The time since which the oldest entry has waited; for `endingPasses` the end of the pass that ends next',
        }),
      ),
      examples: Type.Array(Example, { description: `The oldest first, at most ${attentionExamples}` }),
    }),
    { description: 'The most urgent kind first; a kind without an entry is left out' },
  ),
  unavailable: Type.Array(Type.String(), {
    description: 'Services that did not respond in time: their entries are missing',
    examples: [[]],
  }),
})
export type Attention = Typed<typeof Attention>

export const attentionOperations = {
  getAttention: {
    http: 'GET /admin/api/attention',
    access: 'admin',
    permission: 'visits.read',
    scope: 'stores',
    summary: 'List what an administrator has to deal with now',
    description: `Counts what waits for an administrator in all services, with its age and the oldest examples; with
      \`storeId\` it counts what an administrator of that store alone sees. Devices, screens and silence count only at
      stores that are open now by business hours and closed dates; they are missing while the catalog does not respond.
      A service that does not respond in time is named in \`unavailable\`, and the rest is returned. A kind whose list
      the administrator may not see is left out, such as dead letters for an administrator of certain stores.`,
    input: Strict({ storeId: Type.Optional(Id) }),
    result: Attention,
    composedOf: { services: ['catalog', 'member', 'orders', 'recognition'], part: AttentionPart },
  },
} as const satisfies Record<string, Spec>
