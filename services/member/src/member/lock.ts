import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { type MemberRow, members } from '../tables.ts'

/**
 * Locks the calling member until the transaction ends: what members write comes one after the other.
 * @throws AppError UNAUTHENTICATED where the member has left meanwhile
 */
export async function lockMember(tx: Tx, { actor }: Pick<Caller, 'actor'>): Promise<MemberRow> {
  if (!actor) throw new AppError('UNAUTHENTICATED')
  const [row] = await tx.select().from(members).where(eq(members.id, actor.id)).for('update')
  if (!row) throw new AppError('UNAUTHENTICATED')
  return row
}
