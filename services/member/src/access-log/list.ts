import type { AccessLog, PageOf } from '@kingcar/contract'
import { page, sliced } from '@kingcar/db'
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
    async (slice) => (await sliced(read.select(listedColumns).from(accessLogs).where(which), slice)).map(toAccessLog),
    () => read.$count(accessLogs, which),
  )
}
