import type { Database } from '@kingcar/db'
import type { SettingQueries } from './app-setting/store.ts'
import type { StoreQueries } from './store/table.ts'

/** Everything that a handler may reach. */
export type Ctx = {
  readonly db: Database
  readonly now: () => Date
  readonly idempotencySecret: string
  readonly settings: SettingQueries
  readonly stores: StoreQueries
}
