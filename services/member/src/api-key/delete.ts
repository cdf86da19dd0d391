import type { Caller } from '@kingcar/bus'
import { contract, type Input } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { apiKeys } from '../tables.ts'
import { auditedKey, emitApiKeyChanged, lockApiKey } from './queries.ts'

const op = contract.member.deleteApiKey

/**
 * Ends a key, for every gateway before the response.
 * @throws AppError API_KEY_NOT_FOUND
 */
export function deleteApiKey(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id }: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  return db.transaction(async (tx) => {
    const found = await lockApiKey(tx, id)
    const changed = { deletedAt: now(), version: found.version + 1 }
    await tx.update(apiKeys).set(changed).where(eq(apiKeys.id, id))
    await emitApiKeyChanged(tx, { ...found, ...changed })
    const entry = { action: op.name, entity: 'apiKey', entityId: id, before: auditedKey(found), after: null }
    storeAuditEntry(tx, auditEntry(caller, entry))
    return null
  })
}
