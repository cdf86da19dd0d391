import type { Reader, Tx } from '@kingcar/db'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { type InvitationRow, invitations } from '../tables.ts'
import { hashOfLinkToken } from './link-token.ts'

/** Whether an invitation can still be accepted. */
export const isOpenInvitation = (now: Date) =>
  and(isNull(invitations.usedAt), isNull(invitations.withdrawnAt), gt(invitations.expiresAt, now))

export async function findInvitation(read: Reader, token: string): Promise<InvitationRow | undefined> {
  const [row] = await read
    .select()
    .from(invitations)
    .where(eq(invitations.tokenHash, hashOfLinkToken(token)))
  return row
}

/** Locks an invitation until the transaction ends, so that it is accepted once. */
export async function lockInvitation(tx: Tx, id: string): Promise<InvitationRow | undefined> {
  const [row] = await tx.select().from(invitations).where(eq(invitations.id, id)).for('update')
  return row
}

/** Withdraws the open invitations that an administrator made. */
export async function withdrawInvitationsBy(tx: Tx, adminId: string, now: Date): Promise<void> {
  await tx
    .update(invitations)
    .set({ withdrawnAt: now })
    .where(and(eq(invitations.invitedBy, adminId), isOpenInvitation(now)))
}

/** Deletes links 90 days after they expired. */
export async function deleteOldLinks(tx: Tx): Promise<void> {
  await tx.delete(invitations).where(sql`${invitations.expiresAt} < now() - interval '90 days'`)
}
