import { ApiError, countSubscriptions } from '@kingcar/client'
import type { Product } from '@kingcar/contract'
import { createStore } from 'zustand/vanilla'
import { call } from '../../api/api.ts'

/** A deletion that was refused, because subscriptions of the product have begun to renew after it was confirmed. */
type UndecidedDeletion = { product: Product; renewing: number }

/** Stored outside of the pages, because the user may have left the page before the request is sent. */
export const undecidedDeletion = createStore<{ current: UndecidedDeletion | null }>(() => ({ current: null }))

/** Stores a deletion that failed because its subscriptions were not decided, for the dialog that asks about them. */
export async function keepIfUndecided(product: Product, cause: unknown): Promise<void> {
  if (!(cause instanceof ApiError) || cause.code !== 'LIVE_SUBSCRIPTIONS') return
  const renewing = await countRenewing(product.id).catch(() => 0) // the toast has said that the product was not deleted
  if (renewing > 0) undecidedDeletion.setState({ current: { product, renewing } })
}

/** The number of subscriptions of a product that renew; a product that was never ordered has none. */
export async function countRenewing(id: string): Promise<number> {
  try {
    return (await call(countSubscriptions, { id })).renewing
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'PRODUCT_NOT_FOUND') return 0
    throw cause
  }
}
