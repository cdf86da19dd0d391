import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Result } from '@kingcar/contract'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { throwIfLimited } from '../rate-limit/failed-attempts.ts'
import { enqueue } from '../task/task-runner.ts'
import { codeSeconds } from './code.ts'
import { readMobileNumber } from './phone-number.ts'
import { startVerification } from './queries.ts'
import { lockSends, recordSend, resendSeconds, secondsUntilSend, sendKeys } from './send-limits.ts'

type Send = typeof contract.member.sendPhoneVerification

/** Seconds after which an operator may have set a provider. */
const providerWait = 60

/**
 * Sends a number a new code, and lets its code from before die. Whether a member has the number is not looked at. The
 * SMS goes out after the commit; nobody waits for it here.
 * @throws AppError VALIDATION_FAILED, RATE_LIMITED, or UNAVAILABLE where no SMS provider is set
 */
export async function sendPhoneVerification(ctx: Ctx, input: Input<Send>, caller: Caller): Promise<Result<Send>> {
  const verified = { provider: input.provider, phoneNumber: readMobileNumber(input.phoneNumber) }
  if (ctx.smsProvider === 'none') throw new AppError('UNAVAILABLE', { retryAfter: providerWait })
  const of = sendKeys(ctx.hmac, verified.phoneNumber, caller.address, ctx.sendLimits)
  const refuseFor = (seconds: number) => {
    if (seconds > 0) ctx.metrics.codes.inc({ outcome: 'refused' })
    throwIfLimited(seconds)
  }
  refuseFor(await secondsUntilSend(ctx.db.read, of, ctx.sendLimits)) // spares the lock under an attack

  const times = await ctx.db.transaction(async (tx) => {
    await lockSends(tx)
    refuseFor(await secondsUntilSend(tx, of, ctx.sendLimits))
    const sentAt = await recordSend(tx, of)
    const expiresAt = secondsAfter(sentAt, codeSeconds)
    const verificationId = await startVerification(tx, verified, expiresAt)
    await enqueue(tx, { kind: 'sendCode', verificationId }, codeSeconds)
    return { expiresAt, resendAfter: secondsAfter(sentAt, resendSeconds) }
  })
  ctx.metrics.codes.inc({ outcome: 'asked' })
  await fault('member.sendPhoneVerification.afterCommit')
  ctx.tasks.kick()
  return { expiresAt: times.expiresAt.toISOString(), resendAfter: times.resendAfter.toISOString() }
}

const secondsAfter = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)
