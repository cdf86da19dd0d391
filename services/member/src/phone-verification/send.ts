import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Result } from '@kingcar/contract'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { throwIfLimited } from '../rate-limit/failed-attempts.ts'
import { enqueue } from '../task/queries.ts'
import { codeSeconds } from './code.ts'
import { readMobileNumber } from './phone-number.ts'
import { startVerification } from './queries.ts'
import { lockSends, recordSend, resendSeconds, secondsUntilSend, sendKeys } from './send-limits.ts'

type Send = typeof contract.member.sendPhoneVerification

/** Seconds; by then an operator may have configured a provider. */
const providerRetryAfter = 60

/**
 * Sends a new code to a number. Earlier ones stay valid for callers who have their ids. Does not look whether a member has the number. The
 * SMS is sent after the commit, and the caller does not wait for it.
 * @throws AppError VALIDATION_FAILED, RATE_LIMITED, or UNAVAILABLE if no SMS provider is configured
 */
export async function sendPhoneVerification(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'metrics' | 'sendLimits' | 'smsProvider' | 'tasks'>,
  input: Input<Send>,
  caller: Caller,
): Promise<Result<Send>> {
  const target = { provider: input.provider, phoneNumber: readMobileNumber(input.phoneNumber) }
  if (ctx.smsProvider === 'none') throw new AppError('UNAVAILABLE', { retryAfter: providerRetryAfter })
  const keys = sendKeys(ctx.hmac, target.phoneNumber, caller.address, ctx.sendLimits)
  const refuseFor = (seconds: number) => {
    if (seconds > 0) ctx.metrics.codes.inc({ outcome: 'refused' })
    throwIfLimited(seconds)
  }
  refuseFor(await secondsUntilSend(ctx.db.read, keys, ctx.sendLimits)) // an attack does not reach the lock

  const sent = await ctx.db.transaction(async (tx) => {
    lockSends(tx)
    refuseFor(await secondsUntilSend(tx, keys, ctx.sendLimits))
    const sentAt = await recordSend(tx, keys)
    const expiresAt = secondsAfter(sentAt, codeSeconds)
    const verificationId = await startVerification(tx, { ...target, purpose: input.purpose ?? null }, expiresAt)
    await enqueue(tx, { kind: 'sendCode', verificationId }, codeSeconds)
    return { verificationId, expiresAt, resendAfter: secondsAfter(sentAt, resendSeconds) }
  })
  ctx.metrics.codes.inc({ outcome: 'asked' })
  await fault('member.sendPhoneVerification.afterCommit')
  ctx.tasks.kick()
  const { verificationId, expiresAt, resendAfter } = sent
  return { verificationId, expiresAt: expiresAt.toISOString(), resendAfter: resendAfter.toISOString() }
}

const secondsAfter = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)
