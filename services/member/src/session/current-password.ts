import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { attempt, refuse, refuseEarly, settle } from '../rate-limit/failed-attempts.ts'

/** A typed password that was compared and waits for the transaction in which that counts. */
export type OwnPassword = {
  /** The hash of the new password; empty where the current one is wrong. */
  newHash: string
  /**
   * Decides inside of the transaction, where `current` is the hash as it stands there: another change may have been
   * faster. A failure is to be committed, and told by `refuseOwnPassword` afterwards.
   */
  settle(tx: Tx, current: string | null | undefined): Promise<Verdict>
}
type Verdict = { right: boolean; wait: number }

const wrong = { path: 'currentPassword', ko: '현재 비밀번호가 맞지 않아요.', en: 'Is not your current password.' }

/**
 * Compares the current password of the caller's own account, and hashes the new one. Guarded like a login, since a
 * stolen access token could guess here.
 * @param hash as it was read before
 */
export async function checkOwnPassword(
  ctx: Ctx,
  account: { role: 'admin' | 'member'; id: string; hash: string | null | undefined },
  typed: { currentPassword: string; newPassword: string },
  caller: Caller,
): Promise<OwnPassword> {
  const of = attempt(ctx.keyedHash, 'password', `${account.role} ${account.id}`, caller.address)
  const matches = await ctx.passwords.verify(async () => {
    await refuseEarly(ctx.db.read, of)
    return account.hash
  }, typed.currentPassword)
  const newHash = matches ? await ctx.passwords.hash(typed.newPassword) : ''
  return {
    newHash,
    async settle(tx, current) {
      const right = matches && current === account.hash
      const wait = await settle(tx, of, right)
      return { right: right && wait === 0, wait }
    },
  }
}

/** A wrong current password is a fault of the input and not a 401, which would sign the caller out. */
export function refuseOwnPassword({ right, wait }: Verdict): void {
  refuse(wait)
  if (!right) throw new AppError('VALIDATION_FAILED', { details: [wrong] })
}
