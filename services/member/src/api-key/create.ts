import type { Caller } from '@kingcar/bus'
import {
  AppError,
  apiKeyOf,
  contract,
  type Input,
  mostApiKeyDays,
  mostApiKeys,
  type NewApiKey,
} from '@kingcar/contract'
import { auditEntry, findStoredResult, withIdempotency } from '@kingcar/db'
import { lockAsOwner } from '../admin/queries.ts'
import { assertStoresExist } from '../admin/rights.ts'
import { hashOfLinkToken, newLinkToken } from '../admin-link/link-token.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { personName } from '../person/person.ts'
import { apiKeys } from '../tables.ts'
import { auditedKey, emitApiKeyChanged, isKept } from './queries.ts'

const op = contract.member.createApiKey
const day = 86_400_000
const outOfRange = {
  path: 'expiresAt',
  ko: `지금부터 ${mostApiKeyDays}일 안의 때를 골라 주세요.`,
  en: `Must be in the next ${mostApiKeyDays} days.`,
}

/**
 * Creates an API key. Only the first response contains it: a repetition with the same idempotency key gets null.
 * @throws AppError API_KEY_LIMIT, VALIDATION_FAILED, FORBIDDEN, or UNAVAILABLE while the catalog service is unavailable
 */
export async function createApiKey(
  ctx: Pick<Ctx, 'bus' | 'db' | 'idempotencySecret' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<NewApiKey> {
  const known = await findStoredResult<NewApiKey>(ctx.db.read, ctx.idempotencySecret, op, input, caller)
  if (known) return known
  const name = personName(input.name)
  const expiresAt = new Date(input.expiresAt)
  const ahead = expiresAt.getTime() - ctx.now().getTime()
  if (ahead <= 0 || ahead > mostApiKeyDays * day) throw new AppError('VALIDATION_FAILED', { details: [outOfRange] })
  if (input.storeIds) await assertStoresExist(ctx.bus, input.storeIds, caller)
  const storeIds = input.storeIds?.toSorted() ?? null
  const secret = newLinkToken()
  return withIdempotency<NewApiKey>(
    ctx.db,
    ctx.idempotencySecret,
    op,
    input,
    caller,
    async (tx) => {
      const createdBy = await lockAsOwner(tx, caller)
      if ((await tx.$count(apiKeys, isKept)) >= mostApiKeys) throw new AppError('API_KEY_LIMIT')
      const { permissions } = input
      const added = { name, permissions, storeIds, secretHash: hashOfLinkToken(secret), createdBy, expiresAt }
      const [row] = await tx.insert(apiKeys).values(added).returning()
      if (!row) throw new Error('insert returned no row')
      await emitApiKeyChanged(tx, row)
      const entry = { action: op.name, entity: 'apiKey', entityId: row.id, before: null, after: auditedKey(row) }
      storeAuditEntry(tx, auditEntry(caller, entry))
      return { id: row.id, key: apiKeyOf(row.id, secret), expiresAt: expiresAt.toISOString() }
    },
    (result) => ({ ...result, key: null }),
  )
}
