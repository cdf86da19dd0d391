import type { Bus, Settings } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'

/** What member apps open the provider's window with. */
export type Payments = { readonly impCode: string; readonly channelKey: string }

/** Everything that a handler or consumer may reach. */
export type Ctx = {
  readonly db: Database
  readonly bus: Bus
  readonly settings: Settings
  /** The time of orders and subscriptions; locally it can be moved. */
  readonly now: () => Date
  readonly payments: Payments
  readonly idempotencySecret: string
  readonly log: Logger
  /** Aborted when the service stops: what waits ends. */
  readonly stopping: AbortSignal
}
