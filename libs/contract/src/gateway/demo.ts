import * as Type from 'typebox'
import { Id, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

/** The kinds of demo data, in the order in which they are listed. */
export const demoKinds = [
  'stores',
  'products',
  'banners',
  'notices',
  'members',
  'orders',
  'userProducts',
  'useLogs',
  'visits',
] as const
export type DemoKind = (typeof demoKinds)[number]

const Items = Type.Array(
  Type.Object({
    kind: Type.Enum([...demoKinds]),
    removable: Type.Integer({
      minimum: 0,
      description:
        'Number of rows that a removal deletes; in the response of a removal, the number that it has deleted',
      examples: [3],
    }),
    kept: Type.Integer({
      minimum: 0,
      description: 'Rows that stay, because a person edited them or made rows that depend on them',
      examples: [0],
    }),
  }),
  { description: 'In the order of the kinds; a kind without rows is left out' },
)

export const DemoData = Type.Object({
  items: Items,
  unavailable: Type.Array(Type.String(), {
    description: 'Services that did not respond: their rows are not counted and not removed',
    examples: [[]],
  }),
})
export type DemoData = Typed<typeof DemoData>

/** What one service contributes. */
export const DemoPart = Type.Object({
  items: Items,
  /** Rows of other services' demo data on which rows depend that a person made in this service. */
  inUse: Type.Optional(
    Type.Object({ storeIds: Type.Array(Id), productIds: Type.Array(Id), memberIds: Type.Array(Id) }),
  ),
})
export type DemoPart = Typed<typeof DemoPart>

/** The order of a removal. Members leave after their orders; stores and products go when no demo data needs them. */
const services = ['recognition', 'orders', 'member', 'catalog'] as const

export const demoOperations = {
  getDemo: {
    http: 'GET /admin/api/demo',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'headOffice',
    timeoutSeconds: 10,
    summary: 'Count the demo data',
    description: `Counts what a removal would remove, and what would stay. Rows of the demo are known by their ids, its recognizer
      and banners by their names. A row stays if a person's row depends on it (a store with a recognizer, screen or product of a
      person, a product or member with an order), and so does a store, product, banner, notice or member that a person has edited,
      and a visit that was corrected or has new reads.`,
    input: Strict({}),
    result: DemoData,
    composedOf: { services, part: DemoPart },
  },
  removeDemo: {
    http: 'DELETE /admin/api/demo',
    access: 'admin',
    permission: 'settings.change',
    scope: 'headOffice',
    audits: '데모 데이터 삭제',
    timeoutSeconds: 30,
    summary: 'Remove the demo data',
    description: `Removes what \`getDemo\` counts as removable, with the renewals and automatic uses that followed from it, and
      changes nothing that a person made. The demo's administrator and its terms stay, because people sign in and join with
      them. Works in batches, service after service: a service that does not respond is named with those after it, and a
      repetition removes the rest. Where there is nothing to remove, the request is a no-op.`,
    input: Strict({}),
    result: DemoData,
    composedOf: { services, part: DemoPart, inOrder: true },
  },
} as const satisfies Record<string, Spec>
