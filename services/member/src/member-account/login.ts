import type { Caller } from '@kingcar/bus'
import type { contract, Input, Tokens } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { lockMemberRow } from '../member/queries.ts'
import { signIn } from '../session/sign-in.ts'

/** Signs a member in by email and password. Members of social providers have no password. */
export const loginMember = (
  ctx: Pick<Ctx, 'db' | 'hmac' | 'members' | 'now' | 'passwordHasher' | 'tokens'>,
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
