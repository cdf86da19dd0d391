import type { Caller } from '@kingcar/bus'
import { contract, type Input } from '@kingcar/contract'
import { assertUnchanged, auditEntry } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { alertRules } from '../tables.ts'
import { fieldsOf, lockRule } from './queries.ts'

const op = contract.member.deleteAlertRule

/**
 * Deletes a rule; its open alerts close at the next evaluation.
 * @throws AppError ALERT_RULE_NOT_FOUND, CHANGED_SINCE
 */
export function deleteAlertRule({ db }: Pick<Ctx, 'db'>, { id }: Input<typeof op>, caller: Caller) {
  return db.transaction(async (tx) => {
    const found = await lockRule(tx, id, caller)
    assertUnchanged(caller.ifMatch, found)
    await tx.delete(alertRules).where(eq(alertRules.id, id))
    const before = { kind: found.kind, ...fieldsOf(found) }
    storeAuditEntry(tx, auditEntry(caller, { action: op.name, entity: 'alertRule', entityId: id, before, after: null }))
    return { result: null, version: found.version }
  })
}
