import * as Type from 'typebox'
import { Id, Strict } from '../model/common-schemas.ts'
import { defineService } from '../model/operation.ts'

/** Plates that a gate may know for the time without KingCar: their message has less than 128 KiB. */
export const mostExpectedPlates = 8_000

/** Operations of orders for other services: they are not in the contract of clients, and have no route. */
export const ordersForServices = defineService('orders', {
  listExpectedPlates: {
    http: 'GET /api/expectedPlates',
    access: 'public',
    summary: 'List the plates of members with a product that is usable at a store',
    description: `The newest products first, at most ${mostExpectedPlates} plates. A product that is bound to a car has its plate alone.`,
    input: Strict({ storeId: Id }),
    result: Type.Object({ plates: Type.Array(Type.String(), { maxItems: mostExpectedPlates }) }),
  },
})
