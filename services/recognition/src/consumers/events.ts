import type { DeliveredEvent } from '@kingcar/bus'
import type { Ctx } from '../context.ts'
import type { consumedEvents } from './durable.ts'
import { onMemberLeft } from './member-left.ts'
import { onPlateOwnerChanged } from './plate-owner-changed.ts'
import { onStoreChanged } from './store-changed.ts'
import { onUseDecided } from './use-decided.ts'
import { onVisitUsed } from './visit-used.ts'
import { onVisitsChanged } from './visits-changed.ts'

/** Updates projections (plate owners, stores, used products and decisions), erases former members, and publishes changed visits. */
export function onEvent(
  ctx: Pick<Ctx, 'bus' | 'db' | 'devices' | 'metrics' | 'publishVisits' | 'takeEvent'>,
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
    case 'orders.useDecided':
      return onUseDecided(ctx, event)
    case 'orders.visitUsed':
      return onVisitUsed(ctx, event)
  }
}
