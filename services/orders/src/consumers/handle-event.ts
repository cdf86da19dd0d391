import type { DeliveredEvent } from '@kingcar/bus'
import type { UseOnVisitsContext } from '../use-log/use-on-visits.ts'
import { onCarChanged } from './car-changed.ts'
import type { consumedEvents } from './consumed-events.ts'
import { onMemberChanged } from './member-changed.ts'
import { type MemberLeftContext, onMemberLeft } from './member-left.ts'
import { onProductChanged } from './product-changed.ts'
import { onStoreChanged } from './store-changed.ts'

/**
 * Updates the projections of members, cars, products and stores. Events may arrive twice, late and out of order: a row keeps
 * the data of the highest version.
 */
export function handleEvent(
  ctx: MemberLeftContext & UseOnVisitsContext,
  event: DeliveredEvent<(typeof consumedEvents)[number]>,
): Promise<void> {
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
