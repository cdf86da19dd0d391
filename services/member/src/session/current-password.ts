import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { attemptKey, recordAttempt, throwIfAlreadyLimited, throwIfLimited } from '../rate-limit/failed-attempts.ts'

/** The result of comparing the typed current password. `record` counts it, inside the transaction of the change. */
export type CheckedPassword = {
  /** The hash of the new password; empty if there is none, or the current password is wrong. */
  newHash: string
  /**
   * Decides inside the transaction. `current` is the stored hash, which a concurrent change may have replaced. Commit a
   * failure too, then report it with `throwIfWrongPassword`.
   */
  record(tx: Tx, current: string | null | undefined): Promise<Verdict>
}
type Verdict = { right: boolean; wait: number }

const wrong = { path: 'currentPassword', ko: '현재 비밀번호가 맞지 않아요.', en: 'Is not your current password.' }

/** The account of a typed current password, as the limits on guessing name it. */
export const passwordAccount = (role: 'admin' | 'member', id: string) => `${role} ${id}`

/**
 * Compares the current password of the caller's own account and hashes the new one, if there is one. Limited like a login, because a
 * stolen access token could be used to guess the password here.
 * @param account `hash` as it was read before the transaction
 */
export async function checkCurrentPassword(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'passwordHasher'>,
  account: { role: 'admin' | 'member'; id: string; hash: string | null | undefined },
  typed: { currentPassword: string; newPassword?: string },
  caller: Caller,
): Promise<CheckedPassword> {
  const key = attemptKey(ctx.hmac, 'password', passwordAccount(account.role, account.id), caller.address)
  const matches = await ctx.passwordHasher.verify(async () => {
    await throwIfAlreadyLimited(ctx.db.read, key)
    return account.hash
  }, typed.currentPassword)
  const { newPassword } = typed
  const newHash = matches && newPassword !== undefined ? await ctx.passwordHasher.hash(newPassword, caller) : ''
  return {
    newHash,
    async record(tx, current) {
      const right = matches && current === account.hash
      const wait = await recordAttempt(tx, key, right)
      return { right: right && wait === 0, wait }
    },
  }
}

/** Reports a wrong current password as VALIDATION_FAILED, not as a 401, which would sign the caller out. */
export function throwIfWrongPassword({ right, wait }: Verdict): void {
  throwIfLimited(wait)
  if (!right) throw new AppError('VALIDATION_FAILED', { details: [wrong] })
}
