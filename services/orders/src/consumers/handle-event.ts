import type { DeliveredEvent } from '@kingcar/bus'
import type { Ctx } from '../context.ts'
import { onCarChanged } from './car-changed.ts'
import type { consumedEvents } from './consumed-events.ts'
import { onMemberChanged } from './member-changed.ts'
import { onMemberLeft } from './member-left.ts'
import { onProductChanged } from './product-changed.ts'
import { onStoreChanged } from './store-changed.ts'

/** Keeps what is known here of members, cars, products and stores. Versions decide: an event may come twice, late and out of order. */
export function handleEvent(ctx: Ctx, event: DeliveredEvent<(typeof consumedEvents)[number]>): Promise<void> {
  switch (event.name) {
    case 'member.changed':
      return onMemberChanged(ctx, event)
    case 'member.carChanged':
      return onCarChanged(ctx, event)
    case 'member.left':
      return onMemberLeft(ctx, event)
    case 'catalog.productChanged':
      return onProductChanged(ctx, event)
    case 'catalog.storeChanged':
      return onStoreChanged(ctx, event)
  }
}
