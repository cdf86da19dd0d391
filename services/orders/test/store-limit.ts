import type { Actor } from '@kingcar/bus'
import fc from 'fast-check'
import { admin } from './orders-service.ts'

/** Indexes of the stores to which an administrator is limited; null without a limit. */
export const storeLimit = fc.option(fc.subarray([0, 1], { minLength: 1 }))

/**
 * Returns an administrator of certain stores, with the ids of the stores. Returns the owner if there is no limit, or if the limit
 * excludes `storeId`: the service refuses such a call.
 */
export function limitedTo(
  limit: readonly number[] | null,
  stores: readonly string[],
  storeId: string | undefined,
): { actor: Actor; own: readonly string[] | null } {
  const own = limit?.map((at) => stores[at] ?? '')
  if (!own || (storeId !== undefined && !own.includes(storeId))) return { actor: admin, own: null }
  return { actor: { ...admin, adminRole: 'manager', storeIds: own } as Actor, own }
}
