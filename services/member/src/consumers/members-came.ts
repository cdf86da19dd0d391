import type { EventOf } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberStores } from '../tables.ts'

/**
 * Stores which members come to which stores. Pairs are only added, so events may be duplicated, late and out of order.
 * The lock of the member's row waits for the transaction of a member who is leaving; for a former member nothing is
 * stored.
 */
export const onMembersCame = ({ db }: Pick<Ctx, 'db'>, came: readonly EventOf<'orders.membersCame'>[]): Promise<void> =>
  db.transaction(async (tx) => {
    const pairs = JSON.stringify(came.flatMap(({ members }) => members))
    await tx.execute(sql`
      with came as (
        select "memberId", "storeId" from jsonb_to_recordset(${pairs}::text::jsonb) as p ("memberId" uuid, "storeId" uuid)
      ), present as (
        select id from members where id in (select "memberId" from came) order by id for key share
      )
      insert into ${memberStores} (member_id, store_id)
      select distinct "memberId", "storeId" from came join present on id = "memberId" order by 1, 2
      on conflict do nothing`)
  })
