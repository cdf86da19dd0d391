import type { EventOf } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { userProducts } from '../tables.ts'
import { newestVersions } from './newest-versions.ts'

type Changed = EventOf<'orders.userProductChanged'>

/** Stores the products of members. The highest version wins, so events may be duplicated, late and out of order. */
export const onUserProductsChanged = ({ db }: Pick<Ctx, 'db'>, changed: readonly Changed[]): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into ${userProducts} (id, member_id, described, starts_at, version)
      select (described ->> 'id')::uuid, (event ->> 'memberId')::uuid, described, (described ->> 'startsAt')::timestamptz,
        (event ->> 'version')::integer
      from jsonb_array_elements(${JSON.stringify(newestVersions(changed, ({ userProduct }) => userProduct.id))}::text::jsonb) as t (event)
      cross join lateral (select event -> 'userProduct') as d (described)
      order by 1
      on conflict (id) do update
      set described = excluded.described, starts_at = excluded.starts_at, version = excluded.version
      where ${userProducts.version} < excluded.version`)
  })
