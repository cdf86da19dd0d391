import { passwordLinkHours } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { type InvitationRow, invitations, type PasswordLinkRow, passwordLinks } from '../tables.ts'
import { hashOfLinkToken, newLinkToken } from './link-token.ts'

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

/** Ends the invitations and the links for passwords that an administrator made. */
export async function endLinksBy(tx: Tx, adminId: string, now: Date): Promise<void> {
  await tx
    .update(invitations)
    .set({ withdrawnAt: now })
    .where(and(eq(invitations.invitedBy, adminId), isOpenInvitation(now)))
  await expirePasswordLinks(tx, eq(passwordLinks.madeBy, adminId), now)
}

/** Makes a link to set the password of an administrator. @returns its token, which is not stored */
export async function insertPasswordLink(
  tx: Tx,
  link: Pick<PasswordLinkRow, 'adminId' | 'madeBy'>,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newLinkToken()
  const expiresAt = new Date(now.getTime() + passwordLinkHours * 3_600_000)
  await tx.insert(passwordLinks).values({ ...link, tokenHash: hashOfLinkToken(token), expiresAt })
  return { token, expiresAt }
}

export async function findPasswordLink(db: Reader | Tx, token: string): Promise<PasswordLinkRow | undefined> {
  const [row] = await db
    .select()
    .from(passwordLinks)
    .where(eq(passwordLinks.tokenHash, hashOfLinkToken(token)))
  return row
}

/** Ends the links of an administrator after the password was set with one of them. */
export async function usePasswordLinks(tx: Tx, adminId: string, now: Date): Promise<void> {
  await tx
    .update(passwordLinks)
    .set({ usedAt: now })
    .where(and(eq(passwordLinks.adminId, adminId), isNull(passwordLinks.usedAt), gt(passwordLinks.expiresAt, now)))
}

/** Ends the links of an administrator after the password was changed without them. */
export const expirePasswordLinksOf = (tx: Tx, adminId: string, now: Date) =>
  expirePasswordLinks(tx, eq(passwordLinks.adminId, adminId), now)

async function expirePasswordLinks(tx: Tx, which: SQL, now: Date): Promise<void> {
  await tx
    .update(passwordLinks)
    .set({ expiresAt: now })
    .where(and(which, gt(passwordLinks.expiresAt, now)))
}

/** Deletes links 90 days after they expired. */
export async function deleteOldLinks(tx: Tx): Promise<void> {
  await tx.delete(passwordLinks).where(sql`${passwordLinks.expiresAt} < now() - interval '90 days'`)
  await tx.delete(invitations).where(sql`${invitations.expiresAt} < now() - interval '90 days'`)
}
