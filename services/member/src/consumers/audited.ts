import type { AuditEntry } from '@kingcar/contract'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'

/** Stores an administrator's write in another service in the audit log. */
export const onAudited = ({ db }: Pick<Ctx, 'db'>, entry: AuditEntry) =>
  db.transaction(async (tx) => storeAuditEntry(tx, entry))
