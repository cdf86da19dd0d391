import type { EventOf } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { orders } from '../tables.ts'
import { newestVersions } from './newest-versions.ts'

type Changed = EventOf<'orders.orderPlaced'>

/** Stores the orders of members. The highest version wins, so events may be duplicated, late and out of order. */
export const onOrdersChanged = ({ db }: Pick<Ctx, 'db'>, changed: readonly Changed[]): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into ${orders} (id, member_id, described, created_at, version)
      select (described ->> 'id')::uuid, (event ->> 'memberId')::uuid, described, (described ->> 'createdAt')::timestamptz,
        (event ->> 'version')::integer
      from jsonb_array_elements(${JSON.stringify(newestVersions(changed, ({ order }) => order.id))}::text::jsonb) as t (event)
      cross join lateral (select event -> 'order') as d (described)
      order by 1
      on conflict (id) do update set described = excluded.described, version = excluded.version
      where ${orders.version} < excluded.version`)
  })
