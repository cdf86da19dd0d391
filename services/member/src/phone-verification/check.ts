import { AppError, type CodePurpose, type contract, type Input, type Result } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { equalInConstantTime } from '../crypto/hmac.ts'
import { checkCode, codeSeconds, deriveCode, type Verdict } from './code.ts'
import { readMobileNumber } from './phone-number.ts'
import { countWrongTry, deleteVerification, lockVerification, type VerificationTarget } from './queries.ts'
import { resendSeconds } from './send-limits.ts'
import { issueVerificationToken } from './verification-token.ts'

type Check = typeof contract.member.checkPhoneVerification
type Wrong = { verdict: Exclude<Verdict, 'right'>; secondsLeft: number }
type Right<Made> = { verdict: 'right'; made: Made }

/**
 * Exchanges a code for a verification token. A code works once: of two calls with the right code, one succeeds.
 * @throws AppError VALIDATION_FAILED, CODE_INVALID, CODE_EXPIRED, or TOO_MANY_ATTEMPTS after five wrong codes
 */
export async function checkPhoneVerification(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'metrics' | 'otherHmacs'>,
  input: Input<Check>,
): Promise<Result<Check>> {
  const verificationToken = await redeemCode(ctx, input, async (tx, { purpose, adminId: _, ...target }) =>
    purpose === 'alertPhone' ? undefined : issueVerificationToken(tx, { ...target, purpose }),
  )
  return { verificationToken }
}

/**
 * Uses a code up.
 * @param make creates what the right code entitles to, in the same transaction; returns undefined for a code with
 * another purpose or of another account
 * @throws AppError as `checkPhoneVerification`
 */
export async function redeemCode<Made>(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'metrics' | 'otherHmacs'>,
  input: Input<Check>,
  make: (
    tx: Tx,
    sent: VerificationTarget & { purpose: CodePurpose | null; adminId: string | null },
  ) => Promise<Made | undefined>,
): Promise<Made> {
  const target = { provider: input.provider, phoneNumber: readMobileNumber(input.phoneNumber) }
  const outcome = await ctx.db.transaction(async (tx): Promise<Wrong | Right<Made>> => {
    const sent = await lockVerification(tx, target, input.verificationId)
    if (!sent) return { verdict: 'CODE_INVALID', secondsLeft: 0 }
    const verdict = checkCode(sent, isRightCode(ctx, input.code, sent.id))
    if (verdict === 'right') {
      const used = await deleteVerification(tx, sent.id)
      const made = used && (await make(tx, { ...target, ...used, purpose: sent.purpose }))
      return made === undefined ? { verdict: 'CODE_INVALID', secondsLeft: 0 } : { verdict, made }
    }
    if (verdict === 'CODE_INVALID') await countWrongTry(tx, sent.id, input.verificationId !== undefined)
    return { verdict, secondsLeft: sent.secondsLeft }
  })
  ctx.metrics.checks.inc({ outcome: outcome.verdict })
  if (outcome.verdict === 'right') return outcome.made
  // Thrown after the commit, because the wrong try has to count.
  throw new AppError(outcome.verdict, { retryAfter: retryAfter(outcome) })
}

/** Checks under each key: while the key is changed, the code may have been sent under the other one. */
const isRightCode = ({ hmac, otherHmacs }: Pick<Ctx, 'hmac' | 'otherHmacs'>, code: string, id: string) =>
  [hmac, ...otherHmacs].some((each) => equalInConstantTime(hmac, code, deriveCode(each, id)))

/** After too many tries: seconds until a new code may be requested. */
function retryAfter({ verdict, secondsLeft }: Wrong): number | undefined {
  if (verdict !== 'TOO_MANY_ATTEMPTS') return undefined
  return Math.max(1, Math.ceil(secondsLeft - (codeSeconds - resendSeconds)))
}
