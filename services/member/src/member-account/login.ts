import type { Caller } from '@kingcar/bus'
import type { contract, Input, Tokens } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { lockMemberRow } from '../member/calling-member.ts'
import { signIn } from '../session/sign-in.ts'

/** Signs a member in by email and password. Members of other providers have neither here. */
export const loginMember = (
  ctx: Ctx,
  input: Input<typeof contract.member.loginMember>,
  caller: Caller,
): Promise<Tokens> =>
  signIn(
    ctx,
    {
      role: 'member',
      byEmail: async (email) => (await ctx.members.byEmail.execute({ email }))[0],
      lock: lockMemberRow,
    },
    input,
    caller,
  )
