import type { Caller, Versioned } from '@kingcar/bus'
import { assertUnchanged } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { callingMember, lockMemberRow } from '../member/calling-member.ts'
import { enqueueRevocation } from '../social/grant.ts'
import { leave } from './leave.ts'

/** The caller leaves, and our grant at the provider ends. Who has left already has nothing to repeat. */
export async function deleteMe(ctx: Ctx, _input: object, caller: Caller): Promise<Versioned<null>> {
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
