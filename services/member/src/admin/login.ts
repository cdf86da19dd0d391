import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Tokens } from '@kingcar/contract'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { attempt, refuse, refuseEarly, settle } from '../limit/limits.ts'
import { openSession } from '../session/store.ts'
import { admins } from '../tables.ts'
import { lockAdmin } from './admins.ts'

/** Opens a session. Wrong email and wrong password take the same steps, so that neither answer nor time tells them apart. */
export async function loginAdmin(
  ctx: Ctx,
  input: Input<typeof contract.member.loginAdmin>,
  caller: Caller,
): Promise<Tokens> {
  const of = attempt(ctx.keyedHash, 'login', `admin ${input.email.toLowerCase()}`, caller.address)
  await refuseEarly(ctx.db.read, of)
  const [found] = await ctx.admins.byEmail.execute({ email: input.email })
  const matches = await ctx.passwords.verify(found?.passwordHash, input.password)

  const outcome = await ctx.db.transaction(async (tx) => {
    const admin = found && matches ? await lockAdmin(tx, found.id) : undefined
    // The account may have been disabled, or given another password, while the hash was computed.
    const right = admin !== undefined && !admin.disabled && admin.passwordHash === found?.passwordHash
    const wait = await settle(tx, of, right)
    if (wait > 0 || !right) return { wait }
    await tx.update(admins).set({ lastLoginAt: ctx.now() }).where(eq(admins.id, admin.id))
    return { tokens: await openSession(ctx, tx, 'admin', admin.id) }
  })
  // Thrown only now: the failure is committed together with its refusal.
  if (outcome.tokens) return outcome.tokens
  refuse(outcome.wait)
  throw new AppError('LOGIN_FAILED')
}
