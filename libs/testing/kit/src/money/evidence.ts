import type { OrderSummary, OwedReturn, UserProductSummary } from '@kingcar/contract'
import type { ProviderPayment } from './provider.ts'

/** What histories are judged by, by ids: payments of the provider, and what the public API shows. */
export type Evidence = {
  payments: readonly ProviderPayment[]
  orders: ReadonlyMap<string, OrderSummary>
  products: ReadonlyMap<string, UserProductSummary>
  owed: ReadonlyMap<string, OwedReturn>
}

export type Note = (id: string, text: string) => void
