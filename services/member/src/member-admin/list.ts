import type { contract, Input, MemberSummary, PageOf } from '@kingcar/contract'
import { page } from '@kingcar/db'
import { isOneOf, matchesMember } from '@kingcar/service'
import type { Ctx } from '../context.ts'
import { members } from '../tables.ts'
import { newestFirst, searched, searchOf, sortable, summaryColumns, toSummary } from './queries.ts'

/** Lists members; with `q` those that the search finds. By default the newest first. */
export function listMembers(
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.listMembers>,
): Promise<PageOf<MemberSummary>> {
  const search = searchOf(input)
  const read = search ? db.search : db.read
  const which = search && isOneOf(members.id, searched, search)
  return page(
    input,
    sortable,
    newestFirst,
    async ({ orderBy, limit, offset }) => {
      const rows = await read
        .select(summaryColumns)
        .from(members)
        .where(which)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      return rows.map(toSummary)
    },
    () => read.$count(members, search && matchesMember(searched, search)),
  )
}
