import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Tokens } from '@kingcar/contract'
import { eq } from 'drizzle-orm'
import { insertAdmin } from '../admin/insert.ts'
import { usableLink } from '../admin-link/link-token.ts'
import { findInvitation, lockInvitation } from '../admin-link/queries.ts'
import type { Ctx } from '../context.ts'
import { personName } from '../person/person.ts'
import { openAdminSession } from '../session/open-admin-session.ts'
import { invitations } from '../tables.ts'

const otherEmail = { path: 'email', ko: '초대받은 이메일이 아니에요.', en: 'Is not the invited email.' }

/** Creates the administrator of an invitation and opens a session. An error leaves the invitation open. Throws as `usableLink` does. */
export async function acceptInvitation(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'now' | 'passwordHasher' | 'rejectWeakPassword' | 'tokens'>,
  input: Input<typeof contract.member.acceptInvitation>,
  caller: Caller,
): Promise<Tokens> {
  // Checked before the costly hash, which only a caller with a valid token may cause.
  const found = usableLink(await findInvitation(ctx.db.read, input.token), ctx.now())
  const { email } = input
  if (found.email !== null && found.email.toLowerCase() !== email.toLowerCase())
    throw new AppError('VALIDATION_FAILED', { details: [otherEmail] })
  const name = personName(input.name)
  await ctx.rejectWeakPassword('password', input.password, [email, name])
  const passwordHash = await ctx.passwordHasher.hash(input.password, caller)
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const { id, role, storeIds } = usableLink(await lockInvitation(tx, found.id), now)
    await tx.update(invitations).set({ usedAt: now }).where(eq(invitations.id, id))
    const added = { email, name, passwordHash, role, storeIds, lastLoginAt: now }
    const admin = await insertAdmin(tx, 'acceptInvitation', added, caller)
    return openAdminSession(ctx, tx, admin.id, caller)
  })
}
