import type { Caller, Versioned } from '@kingcar/bus'
import type { Me } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { assertNotLeft, callingMember } from '../member/calling-member.ts'
import { describeVersionedMe } from './describe-me.ts'

/** Returns the calling member. */
export async function getMe(
  ctx: Pick<Ctx, 'db' | 'members' | 'now'>,
  _input: object,
  caller: Caller,
): Promise<Versioned<Me>> {
  const [row] = await ctx.members.byId.execute({ id: callingMember(caller).id })
  return describeVersionedMe(ctx.db.read, assertNotLeft(row), ctx.now())
}
