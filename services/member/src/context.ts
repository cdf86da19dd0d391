import type { Database } from '@kingcar/db'
import type { AdminQueries } from './admin/admins.ts'
import type { KeyedHash } from './keyed-hash.ts'
import type { Passwords } from './passwords.ts'
import type { TokenIssuer } from './session/tokens.ts'

/** Everything that a handler may reach. */
export type Ctx = {
  readonly db: Database
  readonly now: () => Date
  readonly admins: AdminQueries
  readonly passwords: Passwords
  readonly tokens: TokenIssuer
  readonly keyedHash: KeyedHash
  /** Undefined: nobody can join. */
  readonly joinCode: string | undefined
}
