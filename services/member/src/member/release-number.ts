import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { eq, or } from 'drizzle-orm'
import { mailMember } from '../mail/send-mail-task.ts'
import { endSessions } from '../session/queries.ts'
import { type MemberRow, members } from '../tables.ts'
import { updateMember } from './queries.ts'

/** Days for which a verified number stays with its member: carriers assign a number again after at least this time. */
const keptDays = 90

/**
 * Locks the member who has a number until the transaction ends, and the member who gets it, in the order of their ids: two
 * members who swap their numbers would wait for each other otherwise.
 * @param owner the id of the member who gets the number; absent for one who joins with it
 */
export const lockHolders = (tx: Tx, phoneNumber: string, owner?: string): Promise<MemberRow[]> =>
  tx
    .select()
    .from(members)
    .where(or(eq(members.phoneNumber, phoneNumber), owner === undefined ? undefined : eq(members.id, owner)))
    .orderBy(members.id)
    .for('update')

/**
 * Releases a number that was just verified from the member who verified it before, so that one member has it.
 * @param holder the locked member who has the number
 * @throws AppError PHONE_TAKEN if that member verified it within the last 90 days
 */
export async function releaseNumber(tx: Tx, holder: MemberRow | undefined, now: Date): Promise<void> {
  if (!holder) return
  if (now.getTime() - verifiedAt(holder).getTime() < keptDays * 86_400_000) throw new AppError('PHONE_TAKEN')
  await clearPhone(tx, holder, now)
}

/**
 * The time at which a member last verified their number; for a number from an earlier version, an upper limit of it.
 */
const verifiedAt = ({ phoneVerifiedAt, fieldVersions, updatedAt, createdAt }: MemberRow): Date =>
  phoneVerifiedAt ?? (fieldVersions.phoneNumber === undefined ? createdAt : updatedAt)

/** Removes the number and the sessions of a locked member, and mails the member. */
export async function clearPhone(tx: Tx, member: MemberRow, now: Date): Promise<void> {
  await updateMember(tx, member, { phoneNumber: null }, now)
  await endSessions(tx, { role: 'member', id: member.id }, 'phoneReleased', now)
  await mailMember(tx, member.id, 'phoneReleased')
}
