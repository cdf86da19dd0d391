import type { EventOf } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { admins } from '../tables.ts'

/** Stores administrators' names. The version makes repeated, late and reordered events harmless. */
export const onAdminChanged = (ctx: Pick<Ctx, 'db'>, { adminId, name, version }: EventOf<'member.adminChanged'>) =>
  ctx.db.transaction(async (tx) => {
    await tx
      .insert(admins)
      .values({ id: adminId, name, version })
      .onConflictDoUpdate({
        target: admins.id,
        set: { name, version },
        setWhere: sql`${admins.version} < excluded.version`,
      })
  })
