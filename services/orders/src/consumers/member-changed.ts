import type { DeliveredEvent } from '@kingcar/bus'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { members } from '../tables.ts'

/** Projects members' names and contacts. Events of a member who has left are ignored. */
export const onMemberChanged = (
  { db }: Pick<Ctx, 'db'>,
  { payload }: DeliveredEvent<'member.changed'>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { memberId: id, name, email, phoneNumber, version } = payload
    const change = { name, email, phoneNumber, version }
    await tx
      .insert(members)
      .values({ id, ...change })
      .onConflictDoUpdate({
        target: members.id,
        set: change,
        setWhere: sql`${members.leftAt} is null and ${members.version} < excluded.version`,
      })
  })
