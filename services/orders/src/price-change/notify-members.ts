import { daysAfter, periodStart, raiseNoticeDays, seoulDate } from '@kingcar/contract'
import { createBatchLimit, emit, type Tx } from '@kingcar/db'
import { and, eq, gte, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { consentFrom, priceBefore, startOfPrice } from '../price/period-price.ts'
import { type PriceChangeRow, priceChanges, type UserProductRow, userProducts } from '../tables.ts'
import { emitUserProductsChanged } from '../user-product/queries.ts'
import { agreedBefore, changeIdOf, costsRaised, hasCome, ofChange, takeBack } from './queries.ts'

/** Largest number of subscriptions that one transaction changes. */
const batchSize = 100

/**
 * Days after its day for which a lower price is still written into subscriptions: a subscription that was being charged
 * gets it for its next period.
 */
const lowerDays = 31

/**
 * Writes announced prices into the subscriptions to which they apply, also into those that are bought or resumed before
 * their day, and removes withdrawn prices. Processes share the work: a row that another process has locked is skipped.
 */
export async function notifyPriceChanges(ctx: Pick<Ctx, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  const { read } = ctx.db
  const open = await read.select().from(priceChanges).where(isNull(priceChanges.closedAt)).orderBy(priceChanges.id)
  /**
   * Products with subscriptions that still have a withdrawn price, which a further change would take for the current
   * one.
   */
  const unreturned = new Set<string>()
  for (const change of open) {
    if (signal.aborted) return
    const now = ctx.now()
    const today = seoulDate(change.kind === 'raise' ? now : daysAfter(now, -lowerDays))
    if (change.withdrawnAt !== null) {
      for (const which of [ofChange(change), costsRaised(change, now)]) {
        const isIt = eq(priceChanges.id, change.id)
        await changeSome(
          ctx,
          change,
          which,
          async (tx, some) => (await takeBack(tx, and(isIt, some), now)).length,
          signal,
        )
      }
      if (!(await closeIfOver(ctx, change, today, now))) unreturned.add(change.productId)
    } else if (hasCome(change, today)) await closeIfOver(ctx, change, today, now)
    else if (!unreturned.has(change.productId))
      for (const which of [
        mayBeNotified(change),
        change.kind === 'raise' ? agreedToLess(change, now) : returnsToMore(change),
      ])
        await changeSome(ctx, change, which, notifyOf(change, now), signal)
  }
}

/**
 * Closes a change of the price. While its row is locked no process notifies members, so that a withdrawal counts all of
 * them.
 * @returns whether it is closed
 */
const closeIfOver = ({ db }: Pick<Ctx, 'db'>, { id }: PriceChangeRow, today: string, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isOpen = and(eq(priceChanges.id, id), isNull(priceChanges.closedAt))
    const [row] = await tx.select().from(priceChanges).where(isOpen).for('update')
    if (!row) return true
    // In this order, because a renewal that is being paid can turn a subscription of the first kind into one of the
    // second.
    const isTakenBack = async () =>
      (await tx.$count(userProducts, ofChange(row))) === 0 &&
      (await tx.$count(userProducts, costsRaised(row, now))) === 0
    const isOver = row.withdrawnAt === null ? hasCome(row, today) : await isTakenBack()
    if (isOver) await tx.update(priceChanges).set({ closedAt: now }).where(eq(priceChanges.id, id))
    return isOver
  })

/** Subscriptions that renew at their end, and change to no other plan then. */
function renewAsTheyAre(productId: string): SQL | undefined {
  const { nextBillingAt, orderId, dueAt, stopRequestedAt, nextPlan, refunding } = userProducts
  return and(
    eq(userProducts.productId, productId),
    ...[isNotNull(nextBillingAt), isNotNull(orderId), isNotNull(userProducts.endsAt)],
    ...[isNull(dueAt), isNull(stopRequestedAt), isNull(nextPlan), not(refunding)],
  )
}

/** Subscriptions with a withdrawn raise that ends in the next period, to which a lower price applies too. */
function returnsToMore({ productId, price, fromDate }: PriceChangeRow): SQL | undefined {
  const { priceChange, endsAt } = userProducts
  return and(
    ...[renewAsTheyAre(productId), isNotNull(priceChange), sql`${changeIdOf} is null`],
    ...[sql`(${priceChange} ->> 'price')::integer > ${price}`, gte(endsAt, periodStart(fromDate))],
  )
}

/**
 * Subscriptions that renew and cost another price, unless their members have answered an earlier change that has not
 * taken effect. A subscription that changes to another plan has the price of that plan. The condition has the form of
 * the index `user_products_to_notify`.
 */
export function mayBeNotified(change: PriceChangeRow): SQL | undefined {
  const { kind, price } = change
  const { priceChange } = userProducts
  return and(
    isUnanswered(change, true),
    kind === 'raise'
      ? sql`${userProducts.price} < ${price}`
      : sql`${userProducts.price} > ${price} and
          coalesce(least((${priceChange} ->> 'price')::integer, (${priceChange} -> 'before' ->> 'price')::integer) > ${price}, true)`,
  )
}

/**
 * Subscriptions to which a raise applies although they still have the raised price: their next period has a lower
 * price, to which their members agreed.
 */
function agreedToLess(change: PriceChangeRow, now: Date): SQL | undefined {
  return and(
    isUnanswered(change, false),
    gte(userProducts.price, change.price),
    sql`(${agreedBefore(now)} ->> 'price')::integer < ${change.price}`,
  )
}

/**
 * Subscriptions that renew, and have an earlier change of their product without an answer. Those with a refusal are not
 * among them, because their members were promised that nothing more is charged.
 * @param orNone whether subscriptions without a change are included
 */
function isUnanswered({ id, productId }: PriceChangeRow, orNone: boolean): SQL | undefined {
  const accepted = sql`(${userProducts.priceChange} -> 'answer' ->> 'accepted')`
  return and(
    renewAsTheyAre(productId),
    // The first condition is that of the index.
    ...[sql`${accepted} is distinct from 'true'`, sql`${accepted} is null`],
    // The index supports equality, but would be read completely for `is distinct from`.
    sql`coalesce(${changeIdOf}, '') = any(array(
      ${orNone ? sql`select '' union all` : sql``}
      select o.id::text from ${priceChanges} o where o.product_id = ${productId} and o.id <> ${id}
    ))`,
  )
}

type Work = (tx: Tx, ids: SQL) => Promise<number>

/** Stops if the change was withdrawn or closed in the meantime; neither can happen while a batch is written. */
async function changeSome(
  { db }: Pick<Ctx, 'db'>,
  { id, withdrawnAt }: PriceChangeRow,
  which: SQL | undefined,
  work: Work,
  signal: AbortSignal,
) {
  const limit = createBatchLimit(batchSize)
  const withdrawn = withdrawnAt === null ? isNull(priceChanges.withdrawnAt) : isNotNull(priceChanges.withdrawnAt)
  const asBefore = and(eq(priceChanges.id, id), isNull(priceChanges.closedAt), withdrawn)
  const change = (size: number) =>
    db.transaction(async (tx) => {
      const found = await tx.select({ id: priceChanges.id }).from(priceChanges).where(asBefore).for('share')
      if (found.length === 0) return false
      const some = tx.select({ id: userProducts.id }).from(userProducts).where(which).limit(size)
      return (await work(tx, inArray(userProducts.id, some.for('update', { skipLocked: true })))) === size
    })
  while (!signal.aborted && (await limit(change)));
}

const nextVersion = sql`${userProducts.version} + 1`

/** The raise applies only when the days of notice after this notification are over, even if the notification is late. */
const notifyOf =
  ({ id, kind, price, fromDate }: PriceChangeRow, now: Date): Work =>
  async (tx, some) => {
    const earliest = kind === 'raise' ? seoulDate(daysAfter(now, raiseNoticeDays)) : fromDate
    const from = periodStart(earliest > fromDate ? earliest : fromDate).toISOString()
    const announced = { id, price, from, notifiedAt: now.toISOString(), answer: null }
    const priceChange = sql`${JSON.stringify(announced)}::text::jsonb || jsonb_build_object('before', ${agreedBefore(now)})`
    const rows = await tx
      .update(userProducts)
      .set({ priceChange, announcedEnd: null, version: nextVersion })
      .where(some)
      .returning()
    await emitUserProductsChanged(tx, rows)
    const raises = kind === 'raise' ? rows.flatMap((row) => raiseOf(row, id)) : []
    if (raises.length > 0) await emit(tx, 'orders.raisesAnnounced', { at: new Date().toISOString(), raises })
    return rows.length
  }

function raiseOf(row: UserProductRow, priceChangeId: string) {
  const { endsAt, billingMonths, priceChange, id: userProductId, memberId, productName, version } = row
  if (endsAt === null || billingMonths === null || priceChange === null) return []
  const startsAt = startOfPrice({ ...row, priceChange, endsAt, billingMonths })
  const times = { startsAt: startsAt.toISOString(), consentFrom: consentFrom(startsAt).toISOString() }
  const prices = { oldPrice: priceBefore(row), newPrice: priceChange.price }
  return [{ priceChangeId, userProductId, memberId, productName, version, ...prices, ...times }]
}
