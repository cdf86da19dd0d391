import type { Caller, Versioned } from '@kingcar/bus'
import { assertUnchanged } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { callingMember } from '../member/calling-member.ts'
import { lockMemberRow } from '../member/queries.ts'
import { enqueueRevocation } from '../social/grant.ts'
import { leave } from './leave.ts'

/** The calling member leaves, and the grant at their provider is revoked. A repeated call succeeds. */
export async function deleteMe(
  ctx: Pick<Ctx, 'db' | 'log' | 'now' | 'secretBox' | 'social' | 'tasks'>,
  _input: object,
  caller: Caller,
): Promise<Versioned<null>> {
  const { id } = callingMember(caller)
  await ctx.db.transaction(async (tx) => {
    const member = await lockMemberRow(tx, id)
    if (!member) return
    assertUnchanged(caller.ifMatch, member)
    await enqueueRevocation(ctx, tx, member)
    await leave(ctx, tx, member)
  })
  ctx.tasks.kick()
  return { result: null, version: 'left' }
}
