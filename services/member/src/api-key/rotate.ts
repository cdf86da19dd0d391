import type { Caller } from '@kingcar/bus'
import { AppError, apiKeyOf, contract, type Input, type NewApiKey } from '@kingcar/contract'
import { auditEntry, withIdempotency } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { lockAsOwner } from '../admin/queries.ts'
import { hashOfLinkToken, newLinkToken } from '../admin-link/link-token.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { apiKeys } from '../tables.ts'
import { emitApiKeyChanged, lockApiKey } from './queries.ts'

const op = contract.member.rotateApiKey
const hour = 3_600_000

/**
 * Replaces the secret of a key. The previous secret works for some hours more; an older one stops working.
 * @throws AppError API_KEY_NOT_FOUND, also for an expired key, or FORBIDDEN
 */
export function rotateApiKey(
  { db, idempotencySecret, now }: Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<NewApiKey> {
  const secret = newLinkToken()
  return withIdempotency<NewApiKey>(
    db,
    idempotencySecret,
    op,
    input,
    caller,
    async (tx) => {
      await lockAsOwner(tx, caller)
      const found = await lockApiKey(tx, input.id)
      const at = now()
      if (found.expiresAt <= at) throw new AppError('API_KEY_NOT_FOUND')
      const { overlapHours = 24 } = input
      const overlaps = overlapHours > 0
      const changed = {
        secretHash: hashOfLinkToken(secret),
        previousHash: overlaps ? found.secretHash : null,
        overlapUntil: overlaps ? new Date(at.getTime() + overlapHours * hour) : null,
        rotatedAt: at,
        version: found.version + 1,
      }
      await tx.update(apiKeys).set(changed).where(eq(apiKeys.id, found.id))
      await emitApiKeyChanged(tx, { ...found, ...changed })
      const entry = { action: op.name, entity: 'apiKey', entityId: found.id, before: null, after: { overlapHours } }
      storeAuditEntry(tx, auditEntry(caller, entry))
      return { id: found.id, key: apiKeyOf(found.id, secret), expiresAt: found.expiresAt.toISOString() }
    },
    (result) => ({ ...result, key: null }),
  )
}
