import type { AuditEntry } from '@kingcar/contract'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'

/** Another service reports an administrator's write for the audit log. */
export const onAudited = (ctx: Ctx, entry: AuditEntry) => ctx.db.transaction((tx) => storeAuditEntry(tx, entry))
