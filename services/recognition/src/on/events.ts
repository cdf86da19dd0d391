import type { DeliveredEvent } from '@kingcar/bus'
import type { Ctx } from '../context.ts'
import type { consumedEvents } from './consumer.ts'
import { onMemberLeft } from './member-left.ts'
import { onPlateOwnerChanged } from './plate-owner-changed.ts'
import { onStoreChanged } from './store-changed.ts'
import { onVisitUsed } from './visit-used.ts'
import { onVisitsChanged } from './visits-changed.ts'

/**
 * Keeps the projections of owners, stores and used products, forgets members who have left, and sends visits that an
 * administrator changed.
 */
export function onEvent(
  ctx: Pick<Ctx, 'db' | 'metrics' | 'publishVisits'>,
  event: DeliveredEvent<(typeof consumedEvents)[number]>,
): Promise<void> {
  switch (event.name) {
    case 'catalog.storeChanged':
      return onStoreChanged(ctx, event)
    case 'member.plateOwnerChanged':
      return onPlateOwnerChanged(ctx, event)
    case 'member.left':
      return onMemberLeft(ctx, event)
    case 'recognition.visitsChanged':
      return onVisitsChanged(ctx, event)
    case 'orders.visitUsed':
      return onVisitUsed(ctx, event)
  }
}
