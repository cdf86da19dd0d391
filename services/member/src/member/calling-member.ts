import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { type MemberRow, members } from '../tables.ts'

/** The member who calls. @throws AppError UNAUTHENTICATED */
export function callingMember({ actor }: Pick<Caller, 'actor'>): { id: string; sessionId: string } {
  if (actor?.role !== 'member') throw new AppError('UNAUTHENTICATED')
  return actor
}

/** Where the caller has left a moment ago, the token is no good any more. */
export function assertNotLeft<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('UNAUTHENTICATED')
  return row
}

/** Locks a member until the transaction ends; undefined for one who has left. */
export async function lockMemberRow(tx: Tx, id: string): Promise<MemberRow | undefined> {
  const [row] = await tx.select().from(members).where(eq(members.id, id)).for('update')
  return row
}

/**
 * Locks the calling member until the transaction ends: what members write comes one after the other.
 * @throws AppError UNAUTHENTICATED where the member has left meanwhile
 */
export const lockCallingMember = async (tx: Tx, caller: Pick<Caller, 'actor'>): Promise<MemberRow> =>
  assertNotLeft(await lockMemberRow(tx, callingMember(caller).id))
