import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { attemptKey, recordAttempt, throwIfAlreadyLimited, throwIfLimited } from '../rate-limit/failed-attempts.ts'

/** A typed password that was compared and waits for the transaction in which that counts. */
export type CheckedPassword = {
  /** The hash of the new password; empty where the current one is wrong. */
  newHash: string
  /**
   * Decides inside of the transaction, where `current` is the hash as it stands there: another change may have been
   * faster. A failure is to be committed, and told by `refuseOwnPassword` afterwards.
   */
  record(tx: Tx, current: string | null | undefined): Promise<Verdict>
}
type Verdict = { right: boolean; wait: number }

const wrong = { path: 'currentPassword', ko: '현재 비밀번호가 맞지 않아요.', en: 'Is not your current password.' }

/**
 * Compares the current password of the caller's own account, and hashes the new one. Guarded like a login, since a
 * stolen access token could guess here.
 * @param hash as it was read before
 */
export async function checkCurrentPassword(
  ctx: Ctx,
  account: { role: 'admin' | 'member'; id: string; hash: string | null | undefined },
  typed: { currentPassword: string; newPassword: string },
  caller: Caller,
): Promise<CheckedPassword> {
  const of = attemptKey(ctx.hmac, 'password', `${account.role} ${account.id}`, caller.address)
  const matches = await ctx.passwordHasher.verify(async () => {
    await throwIfAlreadyLimited(ctx.db.read, of)
    return account.hash
  }, typed.currentPassword)
  const newHash = matches ? await ctx.passwordHasher.hash(typed.newPassword) : ''
  return {
    newHash,
    async record(tx, current) {
      const right = matches && current === account.hash
      const wait = await recordAttempt(tx, of, right)
      return { right: right && wait === 0, wait }
    },
  }
}

/** A wrong current password is a fault of the input and not a 401, which would sign the caller out. */
export function throwIfWrongPassword({ right, wait }: Verdict): void {
  throwIfLimited(wait)
  if (!right) throw new AppError('VALIDATION_FAILED', { details: [wrong] })
}
