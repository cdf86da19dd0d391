import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { leave } from '../member-account/leave.ts'
import { endSessions } from '../session/queries.ts'
import type { Identity } from '../social/identity.ts'
import { lockMemberBySocialAccount } from '../social/member.ts'
import { members } from '../tables.ts'

/** What a provider tells of an account: it is gone, or its owner wants to be signed in here no more. */
export type Notice = Pick<Identity, 'provider' | 'subject'> & {
  what: 'gone' | 'withdrawn'
  /** When it happened, where the provider says. */
  at?: Date
}

/**
 * Does what a proven notice asks for; repeated, nothing more. With the account the member is gone. Whoever withdrew the
 * consent is signed out everywhere, and comes back by signing in again: news from before that are none.
 */
export const applyNotice = (ctx: Ctx, { what, at, ...account }: Notice): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const member = await lockMemberBySocialAccount(tx, account)
    if (!member) return
    if (at && member.linkedAt && at < member.linkedAt) return
    if (what === 'gone') return await leave(ctx, tx, member)
    await tx.update(members).set({ socialGrant: null }).where(eq(members.id, member.id))
    await endSessions(tx, { role: 'member', id: member.id }, 'unlinked', ctx.now())
  })
