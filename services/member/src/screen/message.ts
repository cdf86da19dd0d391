import { type Caller, screenSubject } from '@kingcar/bus'
import { AppError, contract, type Detail, type Input, type LiveReload, type LiveText } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { storeAuditEntry } from '../audit.ts'
import type { Ctx } from '../context.ts'
import { screens } from '../tables.ts'

const op = contract.member.messageScreen
const oneOfBoth: Detail = {
  path: 'text',
  ko: '보낼 내용이나 새로고침 가운데 하나를 골라 주세요.',
  en: 'Name either a text or a reload.',
}

/**
 * Shows a text on a screen, or has it reload. What no open socket has taken is not answered as sent.
 * @throws AppError SCREEN_NOT_FOUND, SCREEN_OFFLINE
 */
export async function messageScreen(ctx: Ctx, { id, text, reload }: Input<typeof op>, caller: Caller): Promise<null> {
  if ((text === undefined) === (reload === undefined)) throw new AppError('VALIDATION_FAILED', { details: [oneOfBoth] })
  const [screen] = await ctx.db.read.select({ id: screens.id }).from(screens).where(eq(screens.id, id))
  if (!screen) throw new AppError('SCREEN_NOT_FOUND')
  const message: LiveText | LiveReload = text === undefined ? { type: 'reload' } : { type: 'message', text }
  if (!(await ctx.bus.ask(screenSubject(id), message))) throw new AppError('SCREEN_OFFLINE')
  const after = text === undefined ? { reload } : { text }
  const entry = { action: op.name, entity: 'screen', entityId: id, before: null, after }
  await ctx.db.transaction((tx) => storeAuditEntry(tx, auditEntry(caller, entry)))
  return null
}
