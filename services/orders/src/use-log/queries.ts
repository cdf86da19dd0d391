import type { EventOf } from '@kingcar/contract'
import { emit, emitAll, type Tx } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import type { UseLogRow, UserProductRow } from '../tables.ts'
import { emitUserProductsChanged } from '../user-product/queries.ts'
import { uuids } from './usage-state.ts'

export type NewUse = Omit<UseLogRow, 'reversedAt' | 'reverseReason' | 'reversedBy'>
export type NewReversal = { id: string; reversedAt: Date; reverseReason: string; reversedBy: string | null }

type ChangedUse = EventOf<'orders.usesChanged'>['uses'][number]

/** Uses and reversals, and the products as they are after them. */
export type UseChanges = {
  uses: readonly NewUse[]
  reversals: readonly NewReversal[]
  products: readonly UserProductRow[]
}

/**
 * Stores uses and reversals of products that the caller has locked, and the states of these products, one statement for each
 * kind; emits them. Reversals are stored first: a visit has one automatic use at a time.
 */
export async function storeUseChanges(tx: Tx, { uses, reversals, products }: UseChanges): Promise<void> {
  const reversed = reversals.length === 0 ? [] : await storeReversals(tx, reversals)
  if (uses.length > 0)
    await tx.execute(sql`
      insert into use_logs (
        id, user_product_id, member_id, product_name, store_id, store_name, car_number, used_at, visit_id, created_at,
        by_hand
      )
      select * from ${rowsOf(uses)} as u (
        id uuid, "userProductId" uuid, "memberId" uuid, "productName" text, "storeId" uuid, "storeName" text, "carNumber" text,
        "usedAt" timestamptz, "visitId" uuid, "createdAt" timestamptz, "byHand" boolean
      )`)
  const remaining = new Map(products.map(({ id, remainingUses }) => [id, remainingUses]))
  await emitUses(tx, [
    ...reversed,
    ...uses.map((use) => ({ ...changeOf(use), remainingUses: remaining.get(use.userProductId) ?? null })),
  ])
  if (products.length === 0) return
  await tx.execute(sql`
    update user_products p set state = c.state, remaining_uses = c."remainingUses", version = c.version
    from ${rowsOf(products)} as c (id uuid, state text, "remainingUses" integer, version integer)
    where p.id = c.id`)
  await emitUserProductsChanged(tx, products)
}

/** Stores the reversals of uses that are not reversed yet. */
const storeReversals = (tx: Tx, reversals: readonly NewReversal[]): Promise<ChangedUse[]> =>
  tx.execute(sql`
    update use_logs u set reversed_at = r."reversedAt", reverse_reason = r."reverseReason", reversed_by = r."reversedBy"
    from ${rowsOf(reversals)} as r (id uuid, "reversedAt" timestamptz, "reverseReason" text, "reversedBy" uuid)
    where u.id = r.id and u.reversed_at is null
    returning u.id as "useLogId", u.visit_id as "visitId", u.user_product_id as "userProductId",
      u.product_name as "productName", u.member_id as "memberId", u.store_id as "storeId", u.car_number as "carNumber",
      ${isoTime(sql`u.used_at`)} as "usedAt", ${isoTime(sql`u.reversed_at`)} as "reversedAt"`)

const isoTime = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const changeOf = ({ id: useLogId, usedAt, ...use }: NewUse): ChangedUse => ({
  ...{ useLogId, visitId: use.visitId, userProductId: use.userProductId, productName: use.productName },
  ...{ memberId: use.memberId, storeId: use.storeId, carNumber: use.carNumber },
  ...{ usedAt: usedAt.toISOString(), reversedAt: null },
})

async function emitUses(tx: Tx, changed: readonly ChangedUse[]): Promise<void> {
  if (changed.length > 0) await emit(tx, 'orders.usesChanged', { uses: [...changed] })
}

const rowsOf = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)`

/**
 * Emits what visits use now. The version is the number of uses and reversals that were ever stored for the visit: every
 * writer holds the product's lock, so it only grows.
 */
export async function emitVisitsUsed(tx: Tx, visitIds: readonly string[]): Promise<void> {
  if (visitIds.length === 0) return
  const used = await tx.execute<{
    visitId: string
    productUsed: { productName: string; remainingUses: number | null } | null
    version: number
  }>(sql`
    select u.visit_id as "visitId", (count(*) + count(u.reversed_at))::integer as version,
      (array_agg(jsonb_build_object('productName', u.product_name, 'remainingUses', p.remaining_uses) order by u.id desc)
        filter (where u.reversed_at is null))[1] as "productUsed"
    from use_logs u join user_products p on p.id = u.user_product_id
    where u.visit_id = any(${uuids(visitIds)})
    group by u.visit_id`)
  await emitAll(tx, 'orders.visitUsed', used)
}
