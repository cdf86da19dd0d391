import type { Bus, Settings } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { MovableClock } from './clock/movable-clock.ts'
import type { Metrics } from './metrics.ts'
import type { LookupLimit } from './provider/lookup-limit.ts'
import type { PaymentProvider } from './provider/provider.ts'

/** What member apps open the provider's window with. */
export type PaymentWindow = { readonly impCode: string; readonly channelKey: string }

/** Each looks for its work at once. */
export type Workers = {
  /** Orders of which the provider is to be asked. */
  readonly reconcileOrders: () => void
  /** Intents whose outcome nobody knows, and those that no request waits for. */
  readonly resumeIntents: () => void
  /** Renewals that are due. */
  readonly renewSubscriptions: () => void
  /** Cards whose keys are to be revoked. */
  readonly revokeCardKeys: () => void
}

/** Everything that a handler or consumer may reach. */
export type Ctx = {
  readonly db: Database
  readonly bus: Bus
  readonly settings: Settings
  /** The time of orders and subscriptions; locally it can be moved. */
  readonly now: () => Date
  /** Where the time can be moved. */
  readonly clock: MovableClock | undefined
  readonly paymentWindow: PaymentWindow
  readonly provider: PaymentProvider
  readonly limitLookups: LookupLimit
  /** Milliseconds after which a charge that the provider does not know of has never arrived there. */
  readonly chargeLostAfterMs: number
  /** Work that follows on a commit; to be kicked once it has been written. */
  readonly workers: Workers
  readonly metrics: Metrics
  readonly idempotencySecret: string
  readonly log: Logger
  /** Aborted when the service stops: what waits ends. */
  readonly stopping: AbortSignal
}
