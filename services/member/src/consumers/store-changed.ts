import { contract, type EventOf } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { lockStore } from '../screen/queries.ts'
import { endScreenSessions } from '../session/queries.ts'
import { closedStores, screens } from '../tables.ts'

/**
 * Ends the wall screens of a store that was closed; the audit log records each under the administrator who closed the
 * store. Nothing else about a store is stored, so events may arrive in any order.
 */
export async function onStoreChanged(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { storeId, name, closedBy }: EventOf<'catalog.storeChanged'>,
): Promise<void> {
  if (name !== null) return
  await db.transaction(async (tx) => {
    lockStore(tx, storeId)
    await tx.insert(closedStores).values({ id: storeId }).onConflictDoNothing()
    const ended = await tx
      .delete(screens)
      .where(eq(screens.storeId, storeId))
      .returning({ id: screens.id, name: screens.name })
    await endScreenSessions(
      tx,
      ended.map(({ id }) => id),
      now(),
    )
    if (closedBy === undefined) return // the event is of an earlier version
    const caller = { requestId: closedBy.requestId, actor: { id: closedBy.actorId } }
    const action = contract.member.deleteScreen.name
    const entries = ended.map(({ id, name }) =>
      auditEntry(caller, { action, entity: 'screen', entityId: id, before: { storeId, name }, after: null }),
    )
    storeAuditEntry(tx, ...entries)
  })
}
