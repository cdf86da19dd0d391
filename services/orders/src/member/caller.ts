import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import { prepared, type Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { type MemberRow, members } from '../tables.ts'

const statements = prepared((on) => ({
  hold: on
    .select()
    .from(members)
    .where(eq(members.id, sql.placeholder('id')))
    .for('share')
    .prepare('member_held'),
}))

/** The id of the member who calls. @throws AppError UNAUTHENTICATED */
export function memberIdOf({ actor }: Pick<Caller, 'actor'>): string {
  if (actor?.role !== 'member') throw new AppError('UNAUTHENTICATED')
  return actor.id
}

/**
 * Holds the calling member until the transaction ends, so that whoever leaves meanwhile leaves after it.
 * @throws AppError UNAUTHENTICATED where the member has left
 */
export async function shareLockCaller(tx: Tx, memberId: string): Promise<MemberRow | undefined> {
  const [row] = await statements(tx).hold.execute({ id: memberId })
  if (row?.leftAt) throw new AppError('UNAUTHENTICATED')
  return row
}
