import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type RecoveryCodes } from '@kingcar/contract'
import { lockAdmin } from '../admin/queries.ts'
import type { Ctx } from '../context.ts'
import { issueRecoveryCodes } from '../second-factor/issue-recovery-codes.ts'
import { findTotp, updateTotp } from '../second-factor/queries.ts'
import { normalisedCode } from '../second-factor/recovery-codes.ts'
import { stepOfCode } from '../second-factor/totp.ts'
import { changeFactor } from './change-factor.ts'

const op = contract.member.confirmTotp

/**
 * Adds the authenticator app to the caller's own account, with a first code. The app that shows the code has the
 * secret, which the caller got with the password.
 * @throws AppError CODE_INVALID, SECOND_FACTOR_NOT_FOUND or SECOND_FACTOR_EXISTS
 */
export async function confirmTotp(
  { db, now, secretBox }: Pick<Ctx, 'db' | 'now' | 'secretBox'>,
  { code }: Input<typeof op>,
  caller: Caller,
): Promise<RecoveryCodes> {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const { id, sessionId: keep } = caller.actor
  return db.transaction(async (tx) => {
    const admin = await lockAdmin(tx, id)
    const totp = await findTotp(tx, id)
    if (!admin || !totp) throw new AppError('SECOND_FACTOR_NOT_FOUND')
    if (totp.confirmedAt) throw new AppError('SECOND_FACTOR_EXISTS')
    const at = now()
    const lastStep = stepOfCode(secretBox.decrypt(totp.sealedSecret), normalisedCode(code), at)
    if (lastStep === undefined) throw new AppError('CODE_INVALID')
    await updateTotp(tx, id, { lastStep, confirmedAt: at })
    const recoveryCodes = await issueRecoveryCodes(tx, id)
    await changeFactor(tx, admin, { secondFactor: true, keep, action: op.name, at }, caller)
    return { recoveryCodes }
  })
}
