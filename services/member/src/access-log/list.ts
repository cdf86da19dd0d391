import type { AccessLog, PageOf } from '@kingcar/contract'
import { page } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { accessLogs } from '../tables.ts'
import { listedColumns, matchesQuery, newestFirst, type Query, sortable, toAccessLog } from './queries.ts'

/** Lists which administrators saw data of which members; by default the newest first. */
export function listAccessLogs({ db }: Pick<Ctx, 'db'>, input: Query): Promise<PageOf<AccessLog>> {
  const which = matchesQuery(input)
  const read = which ? db.search : db.read
  return page(
    input,
    sortable,
    newestFirst,
    async ({ orderBy, limit, offset }) => {
      const rows = await read
        .select(listedColumns)
        .from(accessLogs)
        .where(which)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      return rows.map(toAccessLog)
    },
    () => read.$count(accessLogs, which),
  )
}
