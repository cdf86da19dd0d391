import { createBatchLimit, emit } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberStores } from '../tables.ts'

/** Largest number of pairs in one event. */
const batchSize = 500

/** Notifies other services of members' first visits to stores, also of those recorded by an earlier version. */
export async function emitMembersCame({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const emitSome = (size: number) =>
    db.transaction(async (tx) => {
      const members = await tx.execute<{ memberId: string; storeId: string }>(sql`
        update ${memberStores} set emitted = true where (member_id, store_id) in (
          select member_id, store_id from ${memberStores} where not emitted
          order by member_id, store_id limit ${size} for update skip locked
        ) returning member_id as "memberId", store_id as "storeId"`)
      if (members.length > 0) await emit(tx, 'orders.membersCame', { members: [...members] })
      return members.length === size
    })
  const limit = createBatchLimit(batchSize)
  while (await limit(emitSome));
}
