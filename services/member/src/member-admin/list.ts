import type { Caller } from '@kingcar/bus'
import type { contract, Input, MemberSummary, PageOf } from '@kingcar/contract'
import { page, sliced } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { members } from '../tables.ts'
import { membersOf, newestFirst, sortable, summariesFor, summaryColumns } from './queries.ts'

/** Lists members who come to the caller's stores; with `q` those that the search finds. By default the newest first. */
export function listMembers(
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.listMembers>,
  caller: Caller,
): Promise<PageOf<MemberSummary>> {
  const which = membersOf(input, caller)
  const read = which ? db.search : db.read
  const toSummary = summariesFor(input, caller)
  return page(
    input,
    sortable,
    newestFirst,
    async (slice) => (await sliced(read.select(summaryColumns).from(members).where(which), slice)).map(toSummary),
    () => read.$count(members, which),
  )
}
