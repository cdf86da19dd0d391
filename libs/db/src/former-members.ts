import type { Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { formerMembers } from '../tables.ts'

/** Lets what concerns a member come one after the other, until the transaction ends. */
export const lockMember = (tx: Tx, memberId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('member ' || ${memberId}::uuid, 0))`)

/** Whether a member, whom the caller has locked, has left. */
export async function hasLeft(tx: Tx, memberId: string): Promise<boolean> {
  const rows = await tx.select({ id: formerMembers.id }).from(formerMembers).where(eq(formerMembers.id, memberId))
  return rows.length > 0
}
