import { type Caller, screenSubject } from '@kingcar/bus'
import { AppError, contract, type Detail, type Input, type LiveReload, type LiveText } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { storeAuditEntry } from '../audit.ts'
import type { Ctx } from '../context.ts'
import { screens } from '../tables.ts'
import { whileAsking } from './screens.ts'

const op = contract.member.messageScreen
const oneOfBoth: Detail = {
  path: 'text',
  ko: '보낼 내용이나 새로고침 가운데 하나를 골라 주세요.',
  en: 'Name either a text or a reload.',
}

/**
 * Shows a text on a screen, or has it reload. Its entry of the audit log is written before the screen can have it, and stays
 * unless it is certain that nobody heard it; a process that dies between the two takes it along.
 * @throws AppError SCREEN_NOT_FOUND, SCREEN_OFFLINE, or UNAVAILABLE where nobody can know whether the screen has it
 */
export async function messageScreen(
  ctx: Ctx,
  { text, reload, ...input }: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  if ((text === undefined) === (reload === undefined)) throw new AppError('VALIDATION_FAILED', { details: [oneOfBoth] })
  const [screen] = await ctx.db.read.select({ id: screens.id }).from(screens).where(eq(screens.id, input.id))
  if (!screen) throw new AppError('SCREEN_NOT_FOUND')
  const { id } = screen
  const message: LiveText | LiveReload = text === undefined ? { type: 'reload' } : { type: 'message', text }
  const after = text === undefined ? { reload } : { text }
  const entry = auditEntry(caller, { action: op.name, entity: 'screen', entityId: id, before: null, after })
  const heard = await ctx.db.transaction(async (tx) => {
    await storeAuditEntry(tx, entry)
    const heard = await ctx.bus.request(screenSubject(id), message)
    if (heard === 'noSubscriber') throw new AppError('SCREEN_OFFLINE')
    return heard
  }, whileAsking)
  if (heard === 'unknown') throw new AppError('UNAVAILABLE')
  return null
}
