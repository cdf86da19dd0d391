import type { BusRpc, Settings } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { Clock } from './clock/movable.ts'
import type { Metrics } from './metrics.ts'
import type { LimitLookUps } from './payment/look-up-limit.ts'
import type { PaymentProvider } from './payment/provider.ts'

/** What member apps open the provider's window with. */
export type Payments = { readonly impCode: string; readonly channelKey: string }

/** Each looks for its work at once. */
export type Workers = {
  /** Orders of which the provider is to be asked. */
  readonly checks: () => void
  /** Intents whose outcome nobody knows, and those that no request waits for. */
  readonly intents: () => void
  /** Renewals that are due. */
  readonly renewals: () => void
  /** Cards whose keys are to be revoked. */
  readonly cards: () => void
}

/** Everything that a handler or consumer may reach. */
export type Ctx = {
  readonly db: Database
  readonly bus: Pick<BusRpc, 'call'>
  readonly settings: Settings
  /** The time of orders and subscriptions; locally it can be moved. */
  readonly now: () => Date
  /** Where the time can be moved. */
  readonly clock: Clock | undefined
  readonly payments: Payments
  readonly provider: PaymentProvider
  readonly limitLookUps: LimitLookUps
  /** Milliseconds after which a charge that the provider does not know of has never arrived there. */
  readonly settleMilliseconds: number
  /** Work that follows on a commit; to be kicked once it has been written. */
  readonly workers: Workers
  readonly metrics: Metrics
  readonly idempotencySecret: string
  readonly log: Logger
  /** Aborted when the service stops: what waits ends. */
  readonly stopping: AbortSignal
}
