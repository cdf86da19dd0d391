import { type Api, type OrderApi, type PaymentProvider, type PaymentRef, ProviderRefused } from './provider.ts'

/** The provider's APIs. A payment or card keeps the API by which it was begun. */
export type Providers = {
  /** The API of new orders and cards. */
  readonly current: Api
  /** The APIs with an account; the current one comes first. */
  readonly configured: readonly Api[]
  /** The provider through this API; its calls fail with ProviderUnreachable if it has no account. */
  of(api: OrderApi): PaymentProvider
}

/** @param by each API's provider, also of one without an account */
export function createProviders(
  current: Api,
  configured: readonly Api[],
  by: Readonly<Record<Api, PaymentProvider>>,
): Providers {
  const sorted = configured.toSorted((a, b) => Number(b === current) - Number(a === current))
  const asked = sorted.length === 0 ? [current] : sorted
  const both = joinProviders(asked.map((api) => by[api]))
  return { current, configured: sorted, of: (api) => (api === 'both' ? both : by[api]) }
}

/**
 * Asks all APIs for look-ups; a write goes to the API that has the payment. New payments and cards need a single API,
 * so they are refused here.
 */
function joinProviders(all: readonly PaymentProvider[]): PaymentProvider {
  const [first] = all
  if (!first) throw new Error('no provider')
  const owner = async (ref: PaymentRef): Promise<PaymentProvider> => {
    for (const each of all) if (await each.findPayment(ref)) return each
    throw new ProviderRefused('결제 내역을 찾을 수 없어요.')
  }
  return {
    ...first,
    async findPayment(ref) {
      for (const each of all) {
        const found = await each.findPayment(ref)
        if (found) return found
      }
      return undefined
    },
    listAttempts: async (orderUid) => (await Promise.all(all.map((each) => each.listAttempts(orderUid)))).flat(),
    async findAttemptedOrders(orderUids) {
      const found = await Promise.all(all.map((each) => each.findAttemptedOrders(orderUids)))
      return new Set(found.flatMap((each) => [...each]))
    },
    cancel: async (cancel) => (await owner(cancel)).cancel(cancel),
    revokeAccount: async (ref) => (await owner(ref)).revokeAccount(ref),
  }
}
