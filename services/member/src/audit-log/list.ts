import type { AuditLog, PageOf } from '@kingcar/contract'
import { page, sliced } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { auditLogs } from '../tables.ts'
import { columns, matchesQuery, newestFirst, type Query, sortable, toAuditLog } from './queries.ts'
import { truncateValues } from './truncate-values.ts'

/** Lists the administrators' changes; by default the newest first. */
export function listAuditLogs({ db }: Pick<Ctx, 'db'>, input: Query): Promise<PageOf<AuditLog>> {
  const which = matchesQuery(input)
  const read = which ? db.search : db.read
  return page(
    input,
    sortable,
    newestFirst,
    async (slice) => {
      const rows = await sliced(read.select(columns).from(auditLogs).where(which), slice)
      return truncateValues(rows.map(toAuditLog))
    },
    () => read.$count(auditLogs, which),
  )
}
