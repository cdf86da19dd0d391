import type { Caller } from '@kingcar/bus'
import { AppError, type CodePurpose, type contract, type Input, type Result } from '@kingcar/contract'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { throwIfLimited } from '../rate-limit/failed-attempts.ts'
import { enqueue } from '../task/queries.ts'
import { codeSeconds } from './code.ts'
import { readMobileNumber } from './phone-number.ts'
import { startVerification, type VerificationTarget } from './queries.ts'
import { lockSends, recordSend, resendSeconds, secondsUntilSend, sendKeys } from './send-limits.ts'

type Send = typeof contract.member.sendPhoneVerification

/** Seconds; by then an operator may have configured a provider. */
const providerRetryAfter = 60

/**
 * Sends a new code to a number. Earlier codes stay valid for callers who have their ids. It does not check whether a
 * member has the number. The SMS is sent after the commit, and the caller does not wait for it.
 * @throws AppError VALIDATION_FAILED, RATE_LIMITED, or UNAVAILABLE if no SMS provider is configured
 */
export const sendPhoneVerification = (
  ctx: SendDeps,
  { purpose, ...target }: Input<Send>,
  { address }: Caller,
): Promise<Result<Send>> => sendCode(ctx, { ...target, purpose: purpose ?? null }, { address })

/**
 * Sends a code for the number that is to get the caller's alerts, as `sendPhoneVerification` does.
 * @throws AppError as `sendPhoneVerification`
 */
export async function sendAlertPhoneCode(
  ctx: SendDeps,
  { phoneNumber }: Input<typeof contract.member.sendAlertPhoneCode>,
  { actor, address }: Caller,
): Promise<Result<Send>> {
  if (!actor) throw new AppError('UNAUTHENTICATED')
  return sendCode(ctx, { provider: 'KINGCAR', phoneNumber, purpose: 'alertPhone' }, { address, account: actor.id })
}

type SendDeps = Pick<Ctx, 'db' | 'hmac' | 'metrics' | 'sendLimits' | 'smsProvider' | 'tasks'>

async function sendCode(
  ctx: SendDeps,
  { provider, purpose, ...written }: VerificationTarget & { purpose: CodePurpose | null },
  { address, account }: { address: string | undefined; account?: string },
): Promise<Result<Send>> {
  const target = { provider, phoneNumber: readMobileNumber(written.phoneNumber) }
  if (ctx.smsProvider === 'none') throw new AppError('UNAVAILABLE', { retryAfter: providerRetryAfter })
  const keys = sendKeys(ctx.hmac, target.phoneNumber, { address, account }, ctx.sendLimits)
  const refuseFor = (seconds: number) => {
    if (seconds > 0) ctx.metrics.codes.inc({ outcome: 'refused' })
    throwIfLimited(seconds)
  }
  refuseFor(await secondsUntilSend(ctx.db.read, keys, ctx.sendLimits)) // refused before the lock, so that an attack does not occupy the lock

  const sent = await ctx.db.transaction(async (tx) => {
    lockSends(tx)
    refuseFor(await secondsUntilSend(tx, keys, ctx.sendLimits))
    const sentAt = await recordSend(tx, keys)
    const expiresAt = secondsAfter(sentAt, codeSeconds)
    const verificationId = await startVerification(tx, { ...target, purpose, adminId: account }, expiresAt)
    // A separate kind, because the previous version has no text for this purpose.
    const kind = purpose === 'alertPhone' ? 'sendAlertPhoneCode' : 'sendCode'
    await enqueue(tx, { kind, verificationId }, codeSeconds)
    return { verificationId, expiresAt, resendAfter: secondsAfter(sentAt, resendSeconds) }
  })
  ctx.metrics.codes.inc({ outcome: 'asked' })
  await fault('member.sendPhoneVerification.afterCommit')
  ctx.tasks.kick()
  const { verificationId, expiresAt, resendAfter } = sent
  return { verificationId, expiresAt: expiresAt.toISOString(), resendAfter: resendAfter.toISOString() }
}

const secondsAfter = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)
