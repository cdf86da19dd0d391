import type { PriceChange } from '@kingcar/contract'
import { emit, type Reader, type Tx } from '@kingcar/db'
import { and, eq, getTableColumns, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { type PriceChangeRow, priceAnswers, priceChanges, type UserProductRow, userProducts } from '../tables.ts'
import { emitUserProductsChanged, isPeriodOver } from '../user-product/queries.ts'

/** Makes announcements and withdrawals of a product's price wait for each other. */
export const lockPriceOf = (tx: Tx, productId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('orders price change ' || ${productId}::uuid, 0))`)

/** Locks the change of a product's price that is announced and neither withdrawn nor closed. */
export async function lockAnnounced(tx: Tx, productId: string): Promise<PriceChangeRow | undefined> {
  const announced = and(
    eq(priceChanges.productId, productId),
    isNull(priceChanges.closedAt),
    isNull(priceChanges.withdrawnAt),
  )
  const [row] = await tx.select().from(priceChanges).where(announced).for('update')
  return row
}

/** Whether the day has come from which a change of the price applies. */
export const hasCome = ({ fromDate }: Pick<PriceChangeRow, 'fromDate'>, today: string): boolean => fromDate <= today

/** Whether the latest change of a product can be withdrawn: a raise also after its day. */
export const isWithdrawable = (row: PriceChangeRow, today: string): boolean =>
  row.withdrawnAt === null && (row.kind === 'raise' || !hasCome(row, today))

/** A change, or the columns of changes if subscriptions are joined with them. */
type ChangeOrColumns = PriceChangeRow | typeof priceChanges

/** Condition: subscriptions into which a change is written. */
export const ofChange = ({ id }: ChangeOrColumns) =>
  and(isNotNull(userProducts.priceChange), sql`${changeIdOf} = ${id}::text`)

/**
 * Subscriptions whose members agreed to a raise that has since taken effect. Includes those that renew again if their
 * member resumes them, or if the order that replaced them is refunded.
 */
export function costsRaised({ id, productId, price }: ChangeOrColumns, now: Date): SQL | undefined {
  // The member may have agreed to the raise in place of a lower price that was kept in between.
  const before = sql`in ((${userProducts.earlierPrices} -> -1 ->> 'price')::integer, (${userProducts.earlierPrices} -> -2 ->> 'price')::integer)`
  return and(
    ...[eq(userProducts.productId, productId), eq(userProducts.price, price), isNull(userProducts.priceChange)],
    or(isNotNull(userProducts.nextBillingAt), gt(userProducts.endsAt, now)),
    sql`exists (select from ${priceAnswers} a where a.price_change_id = ${id} and a.user_product_id = ${userProducts.id}
      and a.answer = 'accepted' and a.old_price ${before})`,
  )
}

/**
 * A subscription that the caller has locked, without a withdrawn new price: the job that removes it from all
 * subscriptions may be late.
 */
export async function withoutWithdrawnPrice(tx: Tx, found: UserProductRow, now: Date): Promise<UserProductRow> {
  if (found.priceChange?.id === null) return found
  const ofProduct = and(eq(priceChanges.productId, found.productId), isNotNull(priceChanges.withdrawnAt))
  const isIts = or(ofChange(priceChanges), and(isNull(priceChanges.closedAt), costsRaised(priceChanges, now)))
  const [row] = await takeBack(tx, and(eq(userProducts.id, found.id), ofProduct, isIts), now)
  return row ?? found
}

/**
 * The price that subscriptions had agreed to before another one was announced: a lower price whose day has come, or
 * that of a withdrawn raise.
 */
export function agreedBefore(now: Date): SQL {
  const { price, priceChange } = userProducts
  return sql`case
    when (${priceChange} ->> 'price')::integer <= coalesce((${priceChange} -> 'before' ->> 'price')::integer, ${price})
      and (${priceChange} ->> 'from')::timestamptz <= ${now.toISOString()}::timestamptz
      then jsonb_build_object('price', ${priceChange} -> 'price', 'from', ${priceChange} -> 'from')
    else ${priceChange} -> 'before'
  end`
}

/**
 * Removes a withdrawn price from subscriptions, and notifies members if it was a raise. A subscription gets its earlier
 * price for the next period in three cases: another price had been announced for it, it already has the withdrawn
 * price, or its member agreed to the withdrawn price and may be being charged. The earlier price then counts as agreed,
 * so that no later raise replaces it before that period.
 * @param which subscriptions, each with its withdrawn change
 */
export async function takeBack(tx: Tx, which: SQL | undefined, now: Date): Promise<UserProductRow[]> {
  const { priceChange, earlierPrices, price } = userProducts
  const at = now.toISOString()
  const before = sql`(
    select jsonb_build_object('id', null, 'price', b.price, 'from',
      coalesce(${priceChange} -> 'before' ->> 'from', ${priceChange} ->> 'from', ${earlierPrices} -> -1 ->> 'until'),
      'notifiedAt', ${at}::text, 'answer', jsonb_build_object('accepted', true, 'at', ${at}::text))
    from (select case
      when ${priceChange} is null then (${earlierPrices} -> -1 ->> 'price')::integer
      when jsonb_typeof(${priceChange} -> 'before') = 'object' then (${priceChange} -> 'before' ->> 'price')::integer
      when (${priceChange} -> 'answer' ->> 'accepted')::boolean and ${isPeriodOver(tx, now)} then ${price}
    end as price) b where b.price is not null
  )`
  const version = sql`${userProducts.version} + 1`
  const change = { priceChange: before, announcedEnd: null, version }
  const withdrawn = { id: priceChanges.id, kind: priceChanges.kind }
  const taken = await tx
    .update(userProducts)
    .set(change)
    .from(priceChanges)
    .where(which)
    .returning({ row: getTableColumns(userProducts), withdrawn })
  const rows = taken.map(({ row }) => row)
  await emitUserProductsChanged(tx, rows)
  const raises = taken.flatMap(({ row, withdrawn: { id, kind } }) =>
    row.nextBillingAt === null || row.nextPlan !== null || kind !== 'raise' ? [] : [withdrawnRaiseOf(row, id)],
  )
  if (raises.length > 0) await emit(tx, 'orders.raisesWithdrawn', { at: new Date().toISOString(), raises })
  return rows
}

const withdrawnRaiseOf = (row: UserProductRow, priceChangeId: string) => {
  const { id: userProductId, memberId, productName, priceChange, price } = row
  return { priceChangeId, userProductId, memberId, productName, price: priceChange?.price ?? price }
}

/** Erases the reasons that staff wrote about the answers of a former member. The answers stay, as evidence. */
export const eraseAnswerReasonsOf = (tx: Tx, memberId: string) =>
  tx
    .update(priceAnswers)
    .set({ reason: null })
    .where(and(eq(priceAnswers.memberId, memberId), isNotNull(priceAnswers.reason)))

/** The id of the announced change in a row of `user_products`, in the form of its index. */
export const changeIdOf = sql<string>`(${userProducts.priceChange} ->> 'id')`

type Sums = { id: string; waiting: number; open: number; accepted: number; declined: number }

/** Changes of the price of one product as administrators see them. @param rows the newest first, with the latest one of all */
export async function describePriceChanges(
  read: Reader,
  rows: readonly PriceChangeRow[],
  today: string,
): Promise<PriceChange[]> {
  const ids = makePgArray(rows.map(({ id }) => id))
  const found = await read.execute<Sums>(sql`
    select c.id, coalesce(w.waiting, 0) as waiting, coalesce(w.open, 0) as open, coalesce(a.accepted, 0) as accepted,
      coalesce(a.declined, 0) as declined
    from unnest(${ids}::uuid[]) c (id)
    left join lateral (
      select count(*)::integer as waiting, (count(*) filter (where jsonb_typeof(price_change -> 'answer') = 'null'))::integer as open
      from user_products where price_change is not null and price_change ->> 'id' = c.id::text and next_billing_at is not null
        and next_plan is null
    ) w on true
    left join lateral (
      select (count(*) filter (where answer = 'accepted'))::integer as accepted,
        (count(*) filter (where answer = 'declined'))::integer as declined
      from (
        select distinct on (user_product_id) user_product_id, answer from price_answers where price_change_id = c.id
        order by user_product_id, id desc
      ) latest
      where not exists ( -- a pause has made it too early
        select from user_products u where u.id = latest.user_product_id and u.price_change ->> 'id' = c.id::text
          and jsonb_typeof(u.price_change -> 'answer') = 'null'
      )
    ) a on true`)
  const sums = new Map(found.map((each) => [each.id, each]))
  return rows.map((row, place) => {
    const { id, productId, kind, price, fromDate, announcedAt, withdrawnAt } = row
    const { waiting = 0, open = 0, accepted = 0, declined = 0 } = sums.get(id) ?? {}
    return {
      ...{ id, productId, kind, price, fromDate, announcedAt: announcedAt.toISOString() },
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
      withdrawable: place === 0 && isWithdrawable(row, today),
      ...{ waiting, open: kind === 'raise' ? open : 0, accepted, declined },
    }
  })
}

/** `describePriceChanges` for one change. */
export async function describePriceChange(read: Reader, row: PriceChangeRow, today: string): Promise<PriceChange> {
  const [change] = await describePriceChanges(read, [row], today)
  if (!change) throw new Error('the price change does not exist')
  return change
}
