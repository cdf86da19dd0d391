import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type RecoveryCodes } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { issueRecoveryCodes } from '../second-factor/issue-recovery-codes.ts'
import type { JudgedCode } from '../second-factor/judge-code.ts'
import { findTotp, setUpMinutes, updateTotp } from '../second-factor/queries.ts'
import { normalisedCode } from '../second-factor/recovery-codes.ts'
import { stepOfCode } from '../second-factor/totp.ts'
import { changeFactor } from './change-factor.ts'
import { changeWithCode } from './change-with-proof.ts'

const op = contract.member.confirmTotp

/**
 * Adds the authenticator app to the caller's own account, with a first code. The code proves that the app has the
 * secret, for which the caller had to send the password.
 * @throws AppError CODE_INVALID, SECOND_FACTOR_NOT_FOUND, SECOND_FACTOR_EXISTS or RATE_LIMITED
 */
export async function confirmTotp(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'now' | 'secretBox' | 'tasks'>,
  { code }: Input<typeof op>,
  caller: Caller,
): Promise<RecoveryCodes> {
  const keep = caller.actor?.sessionId
  const at = ctx.now()
  let recoveryCodes: string[] = []
  const judge = (tx: Tx, id: string) => judgeFirstCode(ctx, tx, { id, code, at })
  await changeWithCode(ctx, caller, judge, async (tx, admin) => {
    recoveryCodes = await issueRecoveryCodes(tx, admin.id)
    await changeFactor(tx, admin, { secondFactor: true, keep, action: op.name, at }, caller)
  })
  ctx.tasks.kick()
  return { recoveryCodes }
}

/**
 * Compares a code with the app whose set-up has begun; undefined without such a set-up, or if it began too long ago.
 */
async function judgeFirstCode(
  { secretBox }: Pick<Ctx, 'secretBox'>,
  tx: Tx,
  { id, code, at }: { id: string; code: string; at: Date },
): Promise<JudgedCode | undefined> {
  const totp = await findTotp(tx, id)
  if (totp?.confirmedAt) throw new AppError('SECOND_FACTOR_EXISTS')
  if (!totp || at.getTime() - totp.createdAt.getTime() > setUpMinutes * 60_000) return undefined
  const lastStep = stepOfCode(secretBox.decrypt(totp.sealedSecret), normalisedCode(code), at)
  if (lastStep === undefined) return { is: 'wrong' }
  return { is: 'right', use: () => updateTotp(tx, id, { lastStep, confirmedAt: at }) }
}
