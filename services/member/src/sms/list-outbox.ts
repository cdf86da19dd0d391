import { setTimeout as wait } from 'node:timers/promises'
import { AppError, type contract, type Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { countUnattempted } from '../task/task-runner.ts'
import { readOutbox } from './outbox.ts'

/** Milliseconds for which codes that are on their way are waited for, and between two looks. */
const patience = 1_000
const pause = 10

/**
 * What would have gone out by SMS, the newest first; `to` in E.164. What was asked for before is there already.
 * @throws AppError NOT_FOUND where it really went out
 */
export async function listOutbox(ctx: Ctx): Promise<Result<typeof contract.member.listOutbox>> {
  if (ctx.smsProvider !== 'outbox') throw new AppError('NOT_FOUND')
  const until = performance.now() + patience
  while (performance.now() < until && (await countUnattempted(ctx.db.read, 'sendCode')) > 0) await wait(pause)
  const rows = await readOutbox(ctx.db.read)
  return rows.map(({ recipient, text, sentAt }) => ({ to: recipient, text, sentAt: sentAt.toISOString() }))
}
