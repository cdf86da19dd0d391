import type { contract, Input, Result } from '@kingcar/contract'
import { usableLink } from '../admin-link/link-token.ts'
import { findInvitation } from '../admin-link/queries.ts'
import type { Ctx } from '../context.ts'

type Check = typeof contract.member.checkInvitation

/** Returns what an invitation is for. Throws as `usableLink` does. */
export async function checkInvitation(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { token }: Input<Check>,
): Promise<Result<Check>> {
  const { role, storeIds, email, name, expiresAt } = usableLink(await findInvitation(db.read, token), now())
  return { role, storeIds, email, name, expiresAt: expiresAt.toISOString() }
}
