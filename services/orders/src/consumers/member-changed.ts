import type { DeliveredEvent } from '@kingcar/bus'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { members } from '../tables.ts'

/** Keeps who members are. Of one who has left nothing is learnt any more, however late it comes. */
export const onMemberChanged = ({ db }: Ctx, { payload }: DeliveredEvent<'member.changed'>): Promise<void> =>
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
