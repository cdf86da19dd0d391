import type { Caller } from '@kingcar/bus'
import type { contract, Input, MemberSummary, PageOf, Result } from '@kingcar/contract'
import { countUpTo, page, sliced } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { members } from '../tables.ts'
import { membersOf, newestFirst, sortable, summariesFor, summaryColumns } from './queries.ts'

/** Lists members who come to the caller's stores and match the query. By default the newest first. */
export async function listMembers(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  input: Input<typeof contract.member.listMembers>,
  caller: Caller,
): Promise<PageOf<MemberSummary>> {
  const which = await membersOf(db.read, input, caller, now())
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

/** How many members a query finds. */
export async function countMembers(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { most, ...input }: Input<typeof contract.member.countMembers>,
  caller: Caller,
): Promise<Result<typeof contract.member.countMembers>> {
  return countUpTo(db.search, members, await membersOf(db.read, input, caller, now()), most)
}
