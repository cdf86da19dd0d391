import type { Caller, Versioned } from '@kingcar/bus'
import { contract } from '@kingcar/contract'
import { assertUnchanged, auditEntry } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { endScreenSessions } from '../session/queries.ts'
import { screens } from '../tables.ts'
import { lockScreen } from './queries.ts'

const op = contract.member.deleteScreen

/** Removes a screen. Its session and its sockets end immediately. */
export function deleteScreen(
  ctx: Pick<Ctx, 'db' | 'now'>,
  input: { id: string },
  caller: Caller,
): Promise<Versioned<null>> {
  return ctx.db.transaction(async (tx) => {
    const { id, storeId, name, ...found } = await lockScreen(tx, input.id, caller.stores)
    assertUnchanged(caller.ifMatch, found)
    await tx.delete(screens).where(eq(screens.id, id))
    await endScreenSessions(tx, [id], ctx.now())
    const entry = { action: op.name, entity: 'screen', entityId: id, before: { storeId, name }, after: null }
    storeAuditEntry(tx, auditEntry(caller, entry))
    return { result: null, version: found.version + 1 }
  })
}
