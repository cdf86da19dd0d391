import type { Bus } from '@kingcar/bus'
import type { CarBrand } from '@kingcar/contract'
import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { AdminQueries } from './admin/queries.ts'
import type { CarQueries } from './car/queries.ts'
import type { Hmac } from './crypto/hmac.ts'
import type { SecretBox } from './crypto/secret-box.ts'
import type { MemberQueries } from './member/queries.ts'
import type { Metrics } from './metrics.ts'
import type { PasswordHasher } from './password/password-hasher.ts'
import type { rejectWeakPassword } from './password/password-strength.ts'
import type { SendLimits } from './phone-verification/send-limits.ts'
import type { TokenIssuer } from './session/token-issuer.ts'
import type { SmsProvider } from './sms/sms.ts'
import type { SocialProviders } from './social/providers.ts'
import type { TaskRunner } from './task/task-runner.ts'

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
  readonly carBrands: () => Promise<CarBrand[]>
  readonly members: MemberQueries
  readonly passwordHasher: PasswordHasher
  /** Takes every password where easy ones are taken. */
  readonly rejectWeakPassword: typeof rejectWeakPassword
  readonly tokens: TokenIssuer
  readonly hmac: Hmac
  /** Under the other key, while it is changed. */
  readonly otherHmacs: readonly Hmac[]
  readonly secretBox: SecretBox
  /** The sign-in providers. */
  readonly social: SocialProviders
  /** Work outside of this process; to be kicked once a transaction that enqueued some has been committed. */
  readonly tasks: Pick<TaskRunner, 'kick'>
  readonly metrics: Metrics
  readonly smsProvider: SmsProvider
  readonly sendLimits: SendLimits
  /** Undefined: nobody can join. */
  readonly joinCode: string | undefined
}
