/** The search of an address, as the router read it: anything at all. */
export type Search = Record<string, unknown>

/** A page of a list, from 0; the first one needs no mention. */
export const paged = ({ page }: Search): { page?: number } =>
  typeof page === 'number' && Number.isSafeInteger(page) && page > 0 ? { page } : {}

/** One store's alone. */
export const ofStore = ({ storeId }: Search): { storeId?: string } => (typeof storeId === 'string' ? { storeId } : {})
