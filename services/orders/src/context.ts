import type { BusRpc, Settings } from '@kingcar/bus'
import type { PayMethod } from '@kingcar/contract'
import type { Database } from '@kingcar/db'
import type { Logger, SecretBox } from '@kingcar/runtime'
import type { MovableClock } from './clock/movable-clock.ts'
import type { Metrics } from './metrics.ts'
import type { LookupLimit } from './provider/lookup-limit.ts'
import type { Api } from './provider/provider.ts'
import type { Providers } from './provider/providers.ts'

/** What member apps need to open the provider's payment window: by V1 a merchant code and a channel, by V2 a store and channels. */
export type PaymentWindow = {
  readonly impCode: string
  readonly channelKey: string
  readonly current: Api
  readonly v2: { readonly storeId: string; readonly channelKeys: Partial<Record<PayMethod, string>> }
}

/** Starts a background job immediately, instead of at its next interval. */
export type Workers = {
  /** Reconciles orders whose time has come with the provider. */
  readonly reconcileOrders: () => void
  /** Finishes intents whose outcome is not known or that no request executes. */
  readonly resumeIntents: () => void
  /** Charges renewals that are due. */
  readonly renewSubscriptions: () => void
  /** Revokes the billing keys of removed cards. */
  readonly revokeCardKeys: () => void
  /** Writes announced prices into subscriptions. */
  readonly notifyPriceChanges: () => void
  /** Issues and cancels cash receipts. */
  readonly settleReceipts: () => void
}

/** Everything that handlers, consumers and jobs use; each function picks the fields that it needs. */
export type Ctx = {
  readonly db: Database
  readonly bus: Pick<BusRpc, 'call'>
  readonly settings: Settings
  /** The time of orders and subscriptions; it can be moved in development. */
  readonly now: () => Date
  /** Undefined unless the time can be moved. */
  readonly clock: MovableClock | undefined
  readonly paymentWindow: PaymentWindow
  readonly providers: Providers
  readonly limitLookups: LookupLimit
  /** Counts codes of coupons that a member tries. */
  readonly limitCodes: LookupLimit
  /** Largest number of unpaid orders of a member. */
  readonly openOrdersLimit: number
  /** Milliseconds after which a charge counts as never received if the provider has no record of it. */
  readonly chargeLostAfterMs: number
  /** Called after the commit of a write that leaves work to a job. */
  readonly workers: Workers
  readonly metrics: Metrics
  /** Sign the webhooks of API V2. */
  readonly webhookSecrets: readonly string[]
  readonly idempotencySecret: string
  /** Encrypts the accounts of refunds. */
  readonly secretBox: SecretBox
  readonly log: Logger
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
}
