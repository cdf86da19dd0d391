import type { Caller } from '@kingcar/bus'
import type { contract, Input, Tokens } from '@kingcar/contract'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { judgeCode } from '../second-factor/judge-code.ts'
import { signIn } from '../session/sign-in.ts'
import { admins } from '../tables.ts'
import { lockAdmin } from './queries.ts'

/** Signs in an administrator who is not disabled. */
export const loginAdmin = (
  ctx: Pick<Ctx, 'admins' | 'db' | 'hmac' | 'now' | 'passwordHasher' | 'secretBox' | 'tokens'>,
  input: Input<typeof contract.member.loginAdmin>,
  caller: Caller,
): Promise<Tokens> =>
  signIn(
    ctx,
    {
      role: 'admin',
      byEmail: async (email) => (await ctx.admins.byEmail.execute({ email }))[0],
      async lock(tx, id) {
        const admin = await lockAdmin(tx, id)
        return admin?.disabled ? undefined : admin
      },
      judgeFactor: (tx, id) => judgeCode(ctx, tx, id, input.code),
      signedIn: (tx, id) => tx.update(admins).set({ lastLoginAt: ctx.now() }).where(eq(admins.id, id)),
    },
    input,
    caller,
  )
