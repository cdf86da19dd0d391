import { sendInOrder, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'

/*
 * A service that receives a member's data and the member's leaving in different events keeps a table `former_members`.
 * The table shows that an event has arrived after the member left.
 */

/**
 * Serializes the processing of one member's events within the service's schema, until the transaction ends. Sent without waiting;
 * later statements run when the lock is taken.
 */
export const lockMemberEvents = (tx: Tx, memberId: string) =>
  sendInOrder(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.member.' || ${memberId}::uuid, 0))`,
  )

/** True if the member has left. The caller holds `lockMemberEvents`. */
export async function hasLeft(tx: Tx, memberId: string): Promise<boolean> {
  const rows = await tx.execute(sql`select from former_members where id = ${memberId}::uuid`)
  return rows.length > 0
}
