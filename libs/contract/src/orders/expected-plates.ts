import * as Type from 'typebox'
import { Id, Strict } from '../model/common-schemas.ts'
import { defineService } from '../model/operation.ts'

/**
 * The largest number of plates that a gate gets in advance, in case it cannot reach KingCar: their message is smaller
 * than 128 KiB.
 */
export const mostExpectedPlates = 8_000

/** Operations of orders for other services: they are not in the contract of clients, and have no route. */
export const ordersForServices = defineService('orders', {
  listExpectedPlates: {
    http: 'GET /api/expectedPlates',
    access: 'public',
    summary: 'List the plates of members with a product that is usable at a store',
    description: `Returns at most ${mostExpectedPlates} plates, those of the newest products first. A product that is bound to a car has the plate of this car only.`,
    input: Strict({ storeId: Id }),
    result: Type.Object({ plates: Type.Array(Type.String(), { maxItems: mostExpectedPlates }) }),
  },
})
