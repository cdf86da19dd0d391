import type { Bus } from '@kingcar/bus'
import type { CarBrand } from '@kingcar/contract'
import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { AdminQueries } from './admin/queries.ts'
import type { CarQueries } from './car/queries.ts'
import type { KeyedHash } from './crypto/hmac.ts'
import type { Sealer } from './crypto/secret-box.ts'
import type { MemberQueries } from './member/queries.ts'
import type { Metrics } from './metrics.ts'
import type { Passwords } from './password/password-hasher.ts'
import type { assertHardToGuess } from './password/password-strength.ts'
import type { SendRules } from './phone-verification/send-limits.ts'
import type { TokenIssuer } from './session/token-issuer.ts'
import type { SmsProvider } from './sms/sms.ts'
import type { Social } from './social/providers.ts'
import type { Tasks } from './task/task-runner.ts'

/** Everything that a handler may reach. */
export type Ctx = {
  readonly db: Database
  /** Other services, and who hears a screen's subject. */
  readonly bus: Pick<Bus, 'call' | 'tell' | 'ask'>
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
