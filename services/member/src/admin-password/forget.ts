import type { Caller } from '@kingcar/bus'
import { type contract, type Input, passwordLinkHours } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { attemptKey, recordAttempt, throwIfLimited } from '../rate-limit/failed-attempts.ts'
import { loginAccount } from '../session/sign-in.ts'
import { enqueue } from '../task/queries.ts'

/**
 * Requests a mail with a link to set a password. The task looks up the account, so that neither the response nor its
 * time reveals whether it exists.
 * @throws AppError RATE_LIMITED
 */
export async function forgetAdminPassword(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'mailsLinks' | 'secretBox' | 'tasks'>,
  { email }: Input<typeof contract.member.forgetAdminPassword>,
  { address }: Caller,
): Promise<null> {
  const key = attemptKey(ctx.hmac, 'forgot', loginAccount('admin', email), address)
  const wait = await ctx.db.transaction(async (tx) => {
    const limited = await recordAttempt(tx, key, false)
    if (limited === 0 && ctx.mailsLinks) {
      const task = { kind: 'mailPasswordLink', sealedEmail: ctx.secretBox.encrypt(email) } as const
      await enqueue(tx, task, passwordLinkHours * 3_600)
    }
    return limited
  })
  throwIfLimited(wait)
  ctx.tasks.kick()
  return null
}
