import type { ApiKey, contract, Input, PageOf } from '@kingcar/contract'
import { page, sliced } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { admins, apiKeys } from '../tables.ts'
import { isKept } from './queries.ts'

const sortable = { id: apiKeys.id, createdAt: apiKeys.createdAt, expiresAt: apiKeys.expiresAt }

/** Lists API keys, also expired ones; by default the newest first. */
export const listApiKeys = (
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.listApiKeys>,
): Promise<PageOf<ApiKey>> =>
  page(
    input,
    sortable,
    'createdAt,desc',
    async (slice) => {
      const rows = await sliced(
        db.read
          .select({ key: apiKeys, createdBy: admins.name, createdByDisabled: admins.disabled })
          .from(apiKeys)
          .innerJoin(admins, eq(admins.id, apiKeys.createdBy))
          .where(isKept),
        slice,
      )
      return rows.map(({ key: { id, name, permissions, storeIds, ...times }, ...creator }) => ({
        ...{ id, name, permissions, storeIds, ...creator },
        createdAt: times.createdAt.toISOString(),
        expiresAt: times.expiresAt.toISOString(),
        rotatedAt: times.rotatedAt?.toISOString() ?? null,
        overlapUntil: times.overlapUntil?.toISOString() ?? null,
        lastUsedAt: times.lastUsedAt?.toISOString() ?? null,
      }))
    },
    () => db.read.$count(apiKeys, isKept),
  )
