import type { BusRpc, BusSignals } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import type { Logger, SecretBox } from '@kingcar/runtime'
import type { AdminQueries } from './admin/queries.ts'
import type { CarQueries } from './car/queries.ts'
import type { CarBrandQuery } from './car-brand/queries.ts'
import type { Channels, TalkTemplates } from './channel/channel.ts'
import type { Hmac } from './crypto/hmac.ts'
import type { MemberQueries } from './member/queries.ts'
import type { Metrics } from './metrics.ts'
import type { PasswordHasher } from './password/password-hasher.ts'
import type { rejectWeakPassword } from './password/password-strength.ts'
import type { SendLimits } from './phone-verification/send-limits.ts'
import type { TokenIssuer } from './session/token-issuer.ts'
import type { SmsProvider } from './sms/sms.ts'
import type { SocialProviders } from './social/providers.ts'
import type { Lanes } from './task/lanes.ts'
import type { TaskRunner } from './task/task-runner.ts'
import type { AddressPolicy } from './webhook/address.ts'
import type { ResolveName } from './webhook/send.ts'

/**
 * Everything that an operation may use. A function takes the part that it needs, `Pick<Ctx, …>`. The files that this
 * one imports do not import it: they are `queries.ts` files and files that define a dependency.
 */
export type Ctx = {
  readonly db: Database
  /** Calls other services, and sends to screens. */
  readonly bus: Pick<BusRpc, 'call'> & Pick<BusSignals, 'send' | 'request'>
  readonly now: () => Date
  readonly log: Logger
  readonly idempotencySecret: string
  readonly admins: AdminQueries
  readonly cars: CarQueries
  readonly carBrands: CarBrandQuery
  readonly members: MemberQueries
  readonly passwordHasher: PasswordHasher
  /** Accepts every password if weak ones are allowed. */
  readonly rejectWeakPassword: typeof rejectWeakPassword
  readonly tokens: TokenIssuer
  readonly hmac: Hmac
  /** The HMACs under the other key, during a key rotation. */
  readonly otherHmacs: readonly Hmac[]
  readonly secretBox: SecretBox
  readonly social: SocialProviders
  readonly webhookAddresses: AddressPolicy
  /** Resolves host names of webhook URLs; DNS if undefined. */
  readonly resolveName: ResolveName | undefined
  /** Kick it after the commit of a transaction that stored deliveries. */
  readonly webhooks: Pick<Lanes, 'kick'>
  /** Kick it after the commit of a transaction that stored messages. */
  readonly messages: Pick<Lanes, 'kick'>
  /** Kick it after the commit of a transaction that enqueued a task. */
  readonly tasks: Pick<TaskRunner, 'kick'>
  readonly metrics: Metrics
  /** Send one message to one recipient. Messages that must arrive go through a table first. */
  readonly channels: Channels
  /** The approved templates of AlimTalk; undefined for kinds that are sent as SMS. */
  readonly talkTemplates: TalkTemplates
  /** Maximum number of messages that each channel sends in an hour. */
  readonly messageBudget: number
  /** Address of the app, for links in messages. */
  readonly appUrl: string | undefined
  readonly smsProvider: SmsProvider
  /** Whether SMS, mail or both are written to a table that developers read, instead of being sent. */
  readonly hasOutbox: boolean
  readonly sendLimits: SendLimits
  /** Undefined: no administrator can join. */
  readonly joinCode: string | undefined
  /** Undefined: `/setup` accepts no code. */
  readonly setupCode: string | undefined
  /** Address of the console, for links; undefined makes paths. */
  readonly consoleUrl: string | undefined
  /** Kick it when a cause of alerts may have begun or ended. */
  readonly alerts: { kick(): void }
  /** Whether mail is configured. */
  readonly sendsMail: boolean
  /** Whether links are mailed: mail and the address of the console are configured. */
  readonly mailsLinks: boolean
}
