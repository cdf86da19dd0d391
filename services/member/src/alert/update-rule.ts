import type { Caller, Versioned } from '@kingcar/bus'
import { type AlertRule, contract, type Input } from '@kingcar/contract'
import { assertUnchanged, auditEntry, difference, nextVersion } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { assertStoresExist } from '../admin/rights.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { alertRules } from '../tables.ts'
import { assertRuleFits } from './check-rule.ts'
import { assertNoEqualRule, assertRoomForRule, fieldsOf, lockRule, lockRules, toRule } from './queries.ts'

const op = contract.member.updateAlertRule

/**
 * Changes a rule.
 * @throws AppError ALERT_RULE_NOT_FOUND, CHANGED_SINCE, ALERT_RULE_EXISTS, ALERT_RULE_LIMIT, VALIDATION_FAILED, or UNAVAILABLE while the catalog service is unavailable
 */
export async function updateAlertRule(
  { bus, db }: Pick<Ctx, 'bus' | 'db'>,
  { id, ...patch }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<AlertRule>> {
  if (patch.storeIds) await assertStoresExist(bus, patch.storeIds, caller)
  return db.transaction(async (tx) => {
    await lockRules(tx)
    const found = await lockRule(tx, id, caller)
    assertUnchanged(caller.ifMatch, found)
    const changed = difference(fieldsOf(found), patch)
    if (!changed) return { result: toRule(found), version: found.version }
    const next = { ...changed.after, ...nextVersion(found, Object.keys(changed.after)) }
    const row = { ...found, ...next }
    assertRuleFits(row, caller)
    // Rules that were created before this check can be equal: each of them can still be switched off.
    if (Object.keys(changed.after).some((field) => field !== 'enabled')) await assertNoEqualRule(tx, row, id)
    if (changed.after.storeIds !== undefined) await assertRoomForRule(tx, row.storeIds, id)
    await tx.update(alertRules).set(next).where(eq(alertRules.id, id))
    storeAuditEntry(tx, auditEntry(caller, { action: op.name, entity: 'alertRule', entityId: id, ...changed }))
    return { result: toRule(row), version: row.version }
  })
}
