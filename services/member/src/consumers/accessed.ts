import type { AccessEntry } from '@kingcar/contract'
import { storeAccessEntry } from '../access-log/store-entry.ts'
import type { Ctx } from '../context.ts'

/** Stores in the access log that an administrator got data of members from another service. */
export const onAccessed = ({ db }: Pick<Ctx, 'db'>, entry: AccessEntry) =>
  db.transaction((tx) => storeAccessEntry(tx, entry))
