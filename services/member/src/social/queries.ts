import type { Reader, Tx } from '@kingcar/db'
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { type MemberRow, members } from '../tables.ts'
import type { Identity } from './identity.ts'

type Account = Pick<Identity, 'provider' | 'subject'>
const isOf = ({ provider, subject }: Account) => and(eq(members.provider, provider), eq(members.socialSubject, subject))

/** Locks the member that a provider's account belongs to, until the transaction ends. */
export async function lockMemberBySocialAccount(tx: Tx, account: Account): Promise<MemberRow | undefined> {
  const [row] = await tx.select().from(members).where(isOf(account)).for('update')
  return row
}

export const hasMember = async (read: Reader, account: Account): Promise<boolean> =>
  (await read.$count(members, isOf(account))) > 0

/** @param grant undefined: the stored grant stays */
export async function markLinked(tx: Tx, id: string, provenAt: Date, grant: string | undefined): Promise<void> {
  await tx
    .update(members)
    // A token that is older than the last one proves nothing about the time since then.
    .set({ linkedAt: sql`greatest(${members.linkedAt}, ${provenAt.toISOString()}::timestamptz)`, socialGrant: grant })
    .where(eq(members.id, id))
}

/** @returns false if the member has left */
export async function updateGrant(tx: Tx, id: string, socialGrant: string | null): Promise<boolean> {
  const rows = await tx.update(members).set({ socialGrant }).where(eq(members.id, id)).returning({ id: members.id })
  return rows.length > 0
}

/** Replaces a grant unless it has changed since it was read. */
export async function replaceGrant(tx: Tx, id: string, before: string, after: string): Promise<void> {
  await tx
    .update(members)
    .set({ socialGrant: after })
    .where(and(eq(members.id, id), eq(members.socialGrant, before)))
}

/** A page of encrypted grants of the members after this id, by id. */
export async function listGrants(read: Reader, after: string, most: number): Promise<{ id: string; grant: string }[]> {
  const rows = await read
    .select({ id: members.id, grant: members.socialGrant })
    .from(members)
    .where(and(isNotNull(members.socialGrant), gt(members.id, after)))
    .orderBy(asc(members.id))
    .limit(most)
  return rows.map(({ id, grant }) => ({ id, grant: grant ?? '' }))
}
