import { type Caller, screenSubject } from '@kingcar/bus'
import { AppError, contract, type Detail, type Input, type LiveReload, type LiveText } from '@kingcar/contract'
import { auditEntry, sentStatements } from '@kingcar/db'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { screens } from '../tables.ts'
import { isOwnScreen, requestDeadline } from './queries.ts'

const op = contract.member.messageScreen
const oneOfBoth: Detail = {
  path: 'text',
  ko: '보낼 내용이나 새로고침 가운데 하나를 골라 주세요.',
  en: 'Send either text or reload.',
}

/**
 * Shows a text on a screen, or reloads it. The entry of the audit log is written before the message is sent. It is
 * rolled back only if no gateway holds the screen's socket, or if the process dies in between.
 * @throws AppError SCREEN_NOT_FOUND, SCREEN_OFFLINE, or UNAVAILABLE if it is unknown whether the screen got the message
 */
export async function messageScreen(
  ctx: Pick<Ctx, 'bus' | 'db'>,
  { text, reload, ...input }: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  if ((text === undefined) === (reload === undefined)) throw new AppError('VALIDATION_FAILED', { details: [oneOfBoth] })
  const [screen] = await ctx.db.read
    .select({ id: screens.id })
    .from(screens)
    .where(isOwnScreen(input.id, caller.stores))
  if (!screen) throw new AppError('SCREEN_NOT_FOUND')
  const { id } = screen
  const message: LiveText | LiveReload = text === undefined ? { type: 'reload' } : { type: 'message', text }
  const after = text === undefined ? { reload } : { text }
  const entry = auditEntry(caller, { action: op.name, entity: 'screen', entityId: id, before: null, after })
  const receipt = await ctx.db.transaction(async (tx) => {
    storeAuditEntry(tx, entry)
    await sentStatements(tx) // the entry is stored before the message is sent
    const receipt = await ctx.bus.request(screenSubject(id), message)
    if (receipt === 'noSubscriber') throw new AppError('SCREEN_OFFLINE')
    return receipt
  }, requestDeadline)
  if (receipt === 'unknown') throw new AppError('UNAVAILABLE')
  return null
}
