import type { EventOf } from '@kingcar/contract'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { apiKeys } from '../tables.ts'

/** Stores the time at which a program used a key, unless a later use is stored. */
export const onApiKeyUsed = ({ db }: Pick<Ctx, 'db'>, { keyId, usedAt }: EventOf<'gateway.apiKeyUsed'>) =>
  db.transaction(async (tx) => {
    const lastUsedAt = new Date(usedAt)
    const isLater = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, lastUsedAt))
    await tx
      .update(apiKeys)
      .set({ lastUsedAt })
      .where(and(eq(apiKeys.id, keyId), isLater))
  })
