import type { Tx } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import { type MemberRow, members } from '../tables.ts'
import type { Identity } from './identity.ts'

/** Locks the member that an account of a provider belongs to, until the transaction ends. */
export async function lockMemberBySocialAccount(
  tx: Tx,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): Promise<MemberRow | undefined> {
  const [row] = await tx
    .select()
    .from(members)
    .where(and(eq(members.provider, provider), eq(members.socialSubject, subject)))
    .for('update')
  return row
}
