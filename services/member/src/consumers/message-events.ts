import type { BatchHandlers } from '@kingcar/bus'
import type { Ctx } from '../context.ts'
import {
  factsOfOrder,
  factsOfPeriods,
  factsOfRaises,
  factsOfUserProduct,
  factsOfUses,
  factsOfWithdrawnRaises,
} from '../message/facts.ts'
import { storeMessages } from '../message/store-messages.ts'
import { onUserProductsChanged } from './user-products-changed.ts'

const consumed = [
  'orders.orderChanged',
  'orders.userProductChanged',
  'orders.usesChanged',
  'orders.periodsEndSoon',
  'orders.raisesAnnounced',
  'orders.raisesWithdrawn',
] as const

/** Stores messages to members for events. */
export const messageEventHandlers = (
  ctx: Parameters<typeof storeMessages>[0] & Pick<Ctx, 'db'>,
): Required<BatchHandlers<(typeof consumed)[number]>> => ({
  'orders.orderChanged': (payloads) => storeMessages(ctx, payloads.flatMap(factsOfOrder)),
  async 'orders.userProductChanged'(payloads) {
    const important = payloads.filter(({ happened }) => happened !== undefined)
    // The consumer has to know that a failed renewal was paid later, in whatever order the two events arrive.
    if (important.length > 0) await onUserProductsChanged(ctx, important)
    await storeMessages(ctx, important.flatMap(factsOfUserProduct))
  },
  'orders.usesChanged': (payloads) => storeMessages(ctx, payloads.flatMap(factsOfUses)),
  'orders.periodsEndSoon': (payloads) => storeMessages(ctx, payloads.flatMap(factsOfPeriods)),
  'orders.raisesAnnounced': (payloads) => storeMessages(ctx, payloads.flatMap(factsOfRaises)),
  'orders.raisesWithdrawn': (payloads) => storeMessages(ctx, payloads.flatMap(factsOfWithdrawnRaises)),
})
