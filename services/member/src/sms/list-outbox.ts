import { AppError, type contract, type Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { readOutbox } from './outbox.ts'

/** What would have gone out by SMS, the newest first; `to` in E.164. @throws AppError NOT_FOUND where it really went out */
export async function listOutbox(ctx: Ctx): Promise<Result<typeof contract.member.listOutbox>> {
  if (ctx.smsProvider !== 'outbox') throw new AppError('NOT_FOUND')
  const rows = await readOutbox(ctx.db.read)
  return rows.map(({ recipient, text, sentAt }) => ({ to: recipient, text, sentAt: sentAt.toISOString() }))
}
