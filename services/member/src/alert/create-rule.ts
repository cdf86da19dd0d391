import type { Caller } from '@kingcar/bus'
import { type AlertRule, AppError, contract, type Input } from '@kingcar/contract'
import { auditEntry, withIdempotency } from '@kingcar/db'
import { assertStoresExist } from '../admin/rights.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { alertRules } from '../tables.ts'
import { assertRuleFits } from './check-rule.ts'
import { assertNoEqualRule, assertRoomForRule, fieldsOf, kindsFor, lockRules, toRule } from './queries.ts'

const op = contract.member.createAlertRule

/**
 * Creates a rule.
 * @throws AppError FORBIDDEN for a kind that the caller may not see, ALERT_RULE_EXISTS, ALERT_RULE_LIMIT, VALIDATION_FAILED, or UNAVAILABLE while the catalog service is unavailable
 */
export async function createAlertRule(
  ctx: Pick<Ctx, 'bus' | 'db' | 'idempotencySecret'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<AlertRule> {
  if (!kindsFor(caller).includes(input.kind)) throw new AppError('FORBIDDEN')
  assertRuleFits(input, caller)
  if (input.storeIds) await assertStoresExist(ctx.bus, input.storeIds, caller)
  return withIdempotency<AlertRule>(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    await lockRules(tx)
    await assertNoEqualRule(tx, { repeatHours: null, ...input })
    await assertRoomForRule(tx, input.storeIds)
    const [row] = await tx.insert(alertRules).values(input).returning()
    if (!row) throw new Error('insert returned no row')
    const after = { kind: row.kind, ...fieldsOf(row) }
    const entry = { action: op.name, entity: 'alertRule', entityId: row.id, before: null, after }
    storeAuditEntry(tx, auditEntry(caller, entry))
    return toRule(row)
  })
}
