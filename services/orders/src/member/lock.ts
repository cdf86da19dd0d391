import type { Tx } from '@kingcar/db'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { members } from '../tables.ts'

/** Lets what comes of a member and of their cars be stored one after the other, known or not; taken before any row. */
export const lockMemberWrites = (tx: Tx, memberId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('orders member ' || ${memberId}::uuid, 0))`)

/** Whether a member, whom the caller has locked, has left. */
export async function hasLeft(tx: Tx, memberId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNotNull(members.leftAt)))
  return rows.length > 0
}

/** Erases who a member was; that there was one is kept, so that late news of them is known for that. */
export async function eraseMember(tx: Tx, memberId: string, leftAt: Date): Promise<void> {
  const nobody = { name: null, email: null, phoneNumber: null, leftAt }
  await tx
    .insert(members)
    .values({ id: memberId, version: 0, ...nobody })
    .onConflictDoUpdate({ target: members.id, set: nobody, setWhere: sql`${members.leftAt} is null` })
}
