import type { Ctx } from '../context.ts'
import { leave } from '../member-account/leave.ts'
import { endSessions } from '../session/queries.ts'
import type { Identity } from '../social/identity.ts'
import { lockMemberBySocialAccount, updateGrant } from '../social/queries.ts'

/** A provider's report that an account was deleted, or that its owner withdrew the consent to sign in to KingCar. */
export type Notice = Pick<Identity, 'provider' | 'subject'> & {
  what: 'deleted' | 'withdrawn'
  /** The time of the event, if the provider sends it. */
  at?: Date
}

/**
 * Applies an authentic notice; a repetition changes nothing. A deleted account erases its member. A withdrawn consent
 * ends all sessions of the member, who can sign in again. A notice from before the last sign-in is ignored.
 */
export const applyNotice = (ctx: Pick<Ctx, 'db' | 'now'>, { what, at, ...account }: Notice): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const member = await lockMemberBySocialAccount(tx, account)
    if (!member) return
    if (at && member.linkedAt && at < member.linkedAt) return
    if (what === 'deleted') return await leave(ctx, tx, member)
    await updateGrant(tx, member.id, null)
    await endSessions(tx, { role: 'member', id: member.id }, 'unlinked', ctx.now())
  })
