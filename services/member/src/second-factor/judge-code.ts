import type { Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { deleteRecoveryCode, findTotp, hasPasskey, hasRecoveryCode, updateTotp } from './queries.ts'
import { hashOfRecoveryCode, normalisedCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** What a typed code proves. `use` stores that a right one was used; the transaction that judged it calls it. */
export type JudgedCode = { is: 'missing' } | { is: 'wrong' } | { is: 'right'; use: () => Promise<void> }

/**
 * Compares a typed code with the second factor of an account, which the caller has locked: each code works once.
 * @returns undefined if the account has no second factor
 */
export async function judgeCode(
  { now, secretBox }: Pick<Ctx, 'now' | 'secretBox'>,
  tx: Tx,
  adminId: string,
  typed: string | undefined,
): Promise<JudgedCode | undefined> {
  const totp = await findTotp(tx, adminId)
  const app = totp?.confirmedAt ? totp : undefined
  if (!app && !(await hasPasskey(tx, adminId))) return undefined
  if (typed === undefined) return { is: 'missing' }
  const code = normalisedCode(typed)
  if (/^\d{6}$/.test(code)) {
    const lastStep = app && stepOfCode(secretBox.decrypt(app.sealedSecret), code, now())
    if (!app || lastStep === undefined || lastStep <= app.lastStep) return { is: 'wrong' }
    return { is: 'right', use: () => updateTotp(tx, adminId, { lastStep }) }
  }
  const hash = hashOfRecoveryCode(code)
  if (!(await hasRecoveryCode(tx, adminId, hash))) return { is: 'wrong' }
  return { is: 'right', use: () => deleteRecoveryCode(tx, adminId, hash) }
}
