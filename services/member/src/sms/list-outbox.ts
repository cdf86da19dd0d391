import { setTimeout as wait } from 'node:timers/promises'
import { AppError, type contract, type Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { countUnattempted } from '../task/queries.ts'
import { readOutbox } from './outbox.ts'

/** Milliseconds to wait for codes that were requested but not written yet, and between two polls. */
const timeout = 1_000
const pollEvery = 10

/**
 * The messages that would have been sent, the newest first; `to` is a number in E.164, an address, or a token of FCM.
 * Includes every code that was requested before this call.
 * @throws AppError NOT_FOUND if messages are really sent
 */
export async function listOutbox(
  ctx: Pick<Ctx, 'db' | 'hasOutbox'>,
): Promise<Result<typeof contract.member.listOutbox>> {
  if (!ctx.hasOutbox) throw new AppError('NOT_FOUND')
  const until = performance.now() + timeout
  const isSending = async () => (await countUnattempted(ctx.db.read, ['sendCode', 'sendAlertPhoneCode'])) > 0
  while (performance.now() < until && (await isSending())) await wait(pollEvery)
  const rows = await readOutbox(ctx.db.read)
  return rows.map(({ channel, recipient, subject, text, sentAt }) => ({
    channel,
    to: recipient,
    subject,
    text,
    sentAt: sentAt.toISOString(),
  }))
}
