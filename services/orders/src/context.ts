import type { Database } from '@kingcar/db'

/** Everything that a handler may reach. */
export type Ctx = { readonly db: Database }
