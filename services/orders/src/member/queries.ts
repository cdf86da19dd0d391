import { AppError } from '@kingcar/contract'
import { prepared, type Tx } from '@kingcar/db'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { cars, type MemberRow, members } from '../tables.ts'

const statements = prepared((on) => ({
  shareLock: on
    .select()
    .from(members)
    .where(eq(members.id, sql.placeholder('id')))
    .for('share')
    .prepare('member_share_lock'),
  lockOpen: on
    .select({
      locked: sql`pg_advisory_xact_lock(hashtextextended('orders open ' || ${sql.placeholder('memberId')}::uuid, 0))`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('lock_open_orders'),
}))

/**
 * Locks the row of the calling member in share mode, so that the member cannot leave before the transaction ends.
 * @returns undefined if the member is not known yet
 * @throws AppError UNAUTHENTICATED if the member has left
 */
export async function shareLockCaller(tx: Tx, memberId: string): Promise<MemberRow | undefined> {
  const [row] = await statements(tx).shareLock.execute({ id: memberId })
  if (row?.leftAt) throw new AppError('UNAUTHENTICATED')
  return row
}

/**
 * Makes concurrent new orders of a member count one after the other, until the transaction ends. It does not wait for
 * other work of the member.
 */
export const lockOpenOrders = (tx: Tx, memberId: string) => statements(tx).lockOpen.execute({ memberId })

/**
 * Locks the row of a member in share mode: a concurrent leaving waits, and then finds what the transaction gave the
 * member.
 * @throws AppError MEMBER_NOT_FOUND, also if the member has left
 */
export async function shareLockMember(tx: Tx, id: string): Promise<MemberRow> {
  const [row] = await statements(tx).shareLock.execute({ id })
  if (!row || row.leftAt !== null) throw new AppError('MEMBER_NOT_FOUND')
  return row
}

/**
 * Takes an advisory lock. Events about a member, and writes of the member's cards and renewals, run one after the other
 * under it, even if the member has no row yet. Take it before any row lock.
 */
export const lockMemberWrites = (tx: Tx, memberId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('orders member ' || ${memberId}::uuid, 0))`)

/** Whether a member has left. The caller holds the lock of the member's writes. */
export async function hasLeft(tx: Tx, memberId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNotNull(members.leftAt)))
  return rows.length > 0
}

/**
 * Erases a member's personal data. The row stays without these, so that late events about the member are recognised.
 */
export async function eraseMember(tx: Tx, memberId: string, leftAt: Date): Promise<void> {
  const erased = { name: null, email: null, phoneNumber: null, leftAt }
  await tx
    .insert(members)
    .values({ id: memberId, version: 0, ...erased })
    .onConflictDoUpdate({ target: members.id, set: erased, setWhere: sql`${members.leftAt} is null` })
}

/** Deletes the cars of a member who has left. Use logs keep their plate. */
export async function deleteCarsOf(tx: Tx, memberId: string): Promise<void> {
  await tx.delete(cars).where(eq(cars.memberId, memberId))
}
