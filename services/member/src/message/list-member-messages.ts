import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type MemberMessage, mostListedMessages } from '@kingcar/contract'
import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { ofOwnVisitors } from '../member-admin/queries.ts'
import { members, messages } from '../tables.ts'

/** The last messages to a member who comes to the caller's stores. */
export async function listMemberMessages(
  { db: { read } }: Pick<Ctx, 'db'>,
  { id }: Input<typeof contract.member.listMemberMessages>,
  caller: Caller,
): Promise<MemberMessage[]> {
  if ((await read.$count(members, and(eq(members.id, id), ofOwnVisitors(caller)))) === 0)
    throw new AppError('MEMBER_NOT_FOUND')
  const rows = await read
    .select()
    .from(messages)
    .where(eq(messages.memberId, id))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(mostListedMessages)
  return rows.map(({ kind, channel, state, reason, sentBy, createdAt, endedAt }) => ({
    ...{ kind, channel, state, reason, sentBy },
    ...{ createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
  }))
}
