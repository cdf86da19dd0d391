import { sql } from 'drizzle-orm'
import type { Tx } from '../types.ts'

/*
 * Services that hear of members' things in one event and of their leaving in another keep a table `former_members`: what comes
 * behind the leaving is told by it.
 */

/** Lets what concerns a member come one after the other, until the transaction ends. */
export const lockMemberEvents = (tx: Tx, memberId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('member ' || ${memberId}::uuid, 0))`)

/** Whether a member, whom the caller has locked, has left. */
export async function hasLeft(tx: Tx, memberId: string): Promise<boolean> {
  const rows = await tx.execute(sql`select from former_members where id = ${memberId}::uuid`)
  return rows.length > 0
}
