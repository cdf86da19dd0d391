import type { Caller } from '@kingcar/bus'

/** The stores whose figures count: the given one, or those that the caller is limited to; undefined for all. */
export const countedStores = (
  { storeId }: { storeId?: string | undefined },
  { stores }: Pick<Caller, 'stores'>,
): readonly string[] | undefined => (storeId === undefined ? (stores ?? undefined) : [storeId])
