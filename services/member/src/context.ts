import type { BusRpc, BusSignals } from '@kingcar/bus'
import type { CarBrand } from '@kingcar/contract'
import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { AdminQueries } from './admin/admins.ts'
import type { CarQueries } from './car/cars.ts'
import type { KeyedHash } from './keyed-hash.ts'
import type { MemberQueries } from './member/members.ts'
import type { Metrics } from './metrics.ts'
import type { assertHardToGuess } from './password/guessable.ts'
import type { Passwords } from './passwords.ts'
import type { SendRules } from './phone/send-limits.ts'
import type { Sealer } from './sealer.ts'
import type { TokenIssuer } from './session/tokens.ts'
import type { SmsProvider } from './sms/sms.ts'
import type { Social } from './social/providers.ts'
import type { Tasks } from './task/tasks.ts'

/** Everything that a handler may reach. */
export type Ctx = {
  readonly db: Database
  /** Other services, and who hears a screen's subject. */
  readonly bus: Pick<BusRpc, 'call'> & Pick<BusSignals, 'send' | 'request'>
  readonly now: () => Date
  readonly log: Logger
  readonly idempotencySecret: string
  readonly admins: AdminQueries
  readonly cars: CarQueries
  /** Brands of cars. */
  readonly brands: () => Promise<CarBrand[]>
  readonly members: MemberQueries
  readonly passwords: Passwords
  /** Takes every password where easy ones are taken. */
  readonly assertHardToGuess: typeof assertHardToGuess
  readonly tokens: TokenIssuer
  readonly keyedHash: KeyedHash
  /** Under the other key, while it is changed. */
  readonly olderHashes: readonly KeyedHash[]
  readonly sealer: Sealer
  /** The sign-in providers. */
  readonly social: Social
  /** Work outside of this process; to be kicked once a transaction that enqueued some has been committed. */
  readonly tasks: Pick<Tasks, 'kick'>
  readonly metrics: Metrics
  readonly smsProvider: SmsProvider
  readonly sendRules: SendRules
  /** Undefined: nobody can join. */
  readonly joinCode: string | undefined
}
