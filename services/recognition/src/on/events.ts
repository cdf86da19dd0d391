import type { DeliveredEvent } from '@kingcar/bus'
import type { Ctx } from '../context.ts'
import type { consumed } from './consumer.ts'
import { onPlateOwnerChanged } from './plate-owner-changed.ts'
import { onStoreChanged } from './store-changed.ts'

/** Keeps the projections of owners and stores. */
export const onEvent = (ctx: Ctx, event: DeliveredEvent<(typeof consumed)[number]>): Promise<void> =>
  event.name === 'catalog.storeChanged' ? onStoreChanged(ctx, event) : onPlateOwnerChanged(ctx, event)
