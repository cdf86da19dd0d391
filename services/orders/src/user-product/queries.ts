import {
  type Dunning,
  type EventOf,
  monthsAfter,
  noPlanTerms,
  priceConsentText,
  priceConsentVersion,
  type Subscription,
  type UserProduct,
} from '@kingcar/contract'
import { emitAll, sendInOrder, type Tx } from '@kingcar/db'
import { and, eq, exists, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { couponOfNext, priceOfNext, toUsedCoupon } from '../coupon/discount.ts'
import { consentFrom, isAccepted, priceBefore, startOfPrice } from '../price/period-price.ts'
import { cars, type EndCause, members, orders, products, type UserProductRow, userProducts } from '../tables.ts'

/** Locks a user product until the transaction ends. */
export async function lockUserProduct(tx: Tx, id: string): Promise<UserProductRow | undefined> {
  const [row] = await tx.select().from(userProducts).where(eq(userProducts.id, id)).for('update')
  return row
}

type Defaulted =
  | 'version'
  | 'refunding'
  | 'anchorAt'
  | 'carMovedAt'
  | 'endedAt'
  | 'endCause'
  | 'announcedEnd'
  | 'announcedRenewal'
  | 'stopRequestedAt'
  | 'nextPlan'
  | 'priceChange'
  | 'earlierPrices'
  | keyof typeof notInDunning
  | keyof typeof notPaused
type NewUserProduct = Omit<UserProductRow, Defaulted | 'periodStartsAt'> &
  Partial<Pick<UserProductRow, 'anchorAt' | 'periodStartsAt'>>

/** Stores a new product of a member and emits it. `carId` is the car that was chosen, if any. */
export async function addUserProduct(tx: Tx, fields: NewUserProduct): Promise<UserProductRow> {
  const carId = await carToBind(tx, fields)
  const [row] = await tx
    .insert(userProducts)
    .values({ ...fields, carId })
    .returning()
  if (!row) throw new Error('insert returned no row')
  await emitUserProductsChanged(tx, [row])
  return row
}

/** The fields of a product without an unpaid renewal. */
export const notInDunning = { dueAt: null, dunning: null, retryRequestedAt: null } as const

/** The fields of a product that was never paused. */
export const notPaused = { pausedAt: null, pausedUntil: null, pausedMs: 0, pauseYear: null, pauseDays: 0 } as const

/**
 * The car to which a new product is bound: the chosen one, else the member's only car. Null for a product of any car,
 * and if a member with several cars has chosen none.
 */
async function carToBind(
  tx: Tx,
  { memberId, carLimit, carId }: Pick<NewUserProduct, 'memberId' | 'carLimit' | 'carId'>,
): Promise<string | null> {
  if (carLimit === null || carId !== null) return carLimit === null ? null : carId
  const owned = await tx
    .select({ id: cars.id })
    .from(cars)
    .where(and(eq(cars.memberId, memberId), eq(cars.removed, false)))
    .limit(2)
  return owned.length === 1 ? (owned[0]?.id ?? null) : null
}

type Change = Partial<
  Pick<
    UserProductRow,
    | 'state'
    | 'remainingUses'
    | 'endsAt'
    | 'nextBillingAt'
    | 'refunding'
    | 'anchorAt'
    | 'coupon'
    | 'periodStartsAt'
    | 'periodsPaid'
    | 'stopRequestedAt'
    | 'nextPlan'
    | 'price'
    | 'priceChange'
    | 'earlierPrices'
    | 'announcedEnd'
    | 'carId'
    | 'carMovedAt'
    | 'endedAt'
    | 'endCause'
    | keyof typeof notInDunning
    | keyof typeof notPaused
  >
>

/** The kind of a change of a subscription, for partners. */
type Happened = NonNullable<EventOf<'orders.userProductChanged'>['happened']>

/**
 * Stores a change of a product that the caller has locked, without waiting, and emits it with the kind of the change.
 */
export async function changeUserProduct(
  tx: Tx,
  found: UserProductRow,
  change: Change,
  happened: Happened = [],
): Promise<UserProductRow> {
  const version = found.version + 1
  sendInOrder(
    tx,
    tx
      .update(userProducts)
      .set({ ...change, version })
      .where(eq(userProducts.id, found.id)),
  )
  const row: UserProductRow = { ...found, ...change, version }
  await emitUserProductsChanged(tx, [row], () => (found.endedAt === null ? [...happened, ...endOf(row)] : happened))
  return row
}

type End = { state: 'Cancel' | 'Complete'; cause: EndCause; at: Date }

/**
 * Ends a product that the caller has locked; it is not renewed any more. A product that has already ended keeps its
 * first end.
 */
export const endUserProduct = (tx: Tx, found: UserProductRow, { state, cause, at }: End, more: Change = {}) =>
  changeUserProduct(
    tx,
    found,
    {
      ...{ state, nextBillingAt: null, ...notInDunning, ...more },
      ...(found.type === 'subscribe' && found.endedAt === null && { endedAt: at, endCause: cause }),
    },
    cause === 'unpaid' ? ['paymentFailed'] : [],
  )

/** Why a subscription ends after its renewal was stopped, for the statement that ends it. */
export const causeOfExpiry = (tx: Tx) => {
  const one = sql`1`
  const left = tx
    .select({ one })
    .from(members)
    .where(and(eq(members.id, userProducts.memberId), isNotNull(members.leftAt)))
  const deleted = tx
    .select({ one })
    .from(products)
    .where(and(eq(products.id, userProducts.productId), products.stopsSubscriptions))
  return sql<EndCause>`case when ${userProducts.orderId} is null then 'expired' when ${exists(left)} then 'left'
    when ${exists(deleted)} then 'productDeleted' else 'stopped' end`
}

/**
 * Whether the paid period is over: by the clock, or because a process whose clock is ahead has begun a renewal. A
 * renewal takes the product's lock before it begins.
 */
export function isPeriodOver(tx: Tx, now: Date): SQL | undefined {
  const open = and(eq(orders.renews, userProducts.id), inArray(orders.state, ['Create', 'Reserved']))
  const renewing = tx.select({ one: sql`1` }).from(orders).where(open)
  return or(isNotNull(userProducts.dueAt), lte(userProducts.endsAt, now), exists(renewing))
}

/** The end of a subscription, if it has ended. */
export const endOf = ({ endedAt }: Pick<UserProductRow, 'endedAt'>): Happened => (endedAt === null ? [] : ['ended'])

/** Emits products that the caller has changed, with the kind of the change. */
export const emitUserProductsChanged = (
  tx: Tx,
  rows: readonly UserProductRow[],
  happenedTo: (row: UserProductRow) => Happened = () => [],
) =>
  emitAll(
    tx,
    'orders.userProductChanged',
    rows.map((row) => {
      const happened = happenedTo(row)
      return {
        memberId: row.memberId,
        userProduct: toUserProduct(row),
        version: row.version,
        changedAt: new Date().toISOString(), // the real time, as in visits
        ...(happened.length > 0 && { happened }),
      }
    }),
  )

/** A user product as the member sees it. */
export const toUserProduct = (row: UserProductRow): UserProduct => ({
  id: row.id,
  productId: row.productId,
  productName: row.productName,
  type: row.type,
  price: row.price,
  billingMonths: row.billingMonths,
  useLimit: row.useLimit,
  carLimit: row.carLimit,
  carId: row.carId,
  usesPerDay: row.usesPerDay,
  usesPerStay: row.usesPerStay,
  storeIds: row.storeIds,
  state: row.state,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt?.toISOString() ?? null,
  remainingUses: row.remainingUses,
  orderId: row.orderId,
  nextBillingAt: row.nextBillingAt?.toISOString() ?? null,
  dunning: dunningOf(row),
  coupon: couponOf(row),
  subscription: subscriptionOf(row),
})

const couponOf = (row: UserProductRow): UserProduct['coupon'] => {
  const coupon = couponOfNext(row)
  return coupon && { ...toUsedCoupon(coupon), paymentsLeft: coupon.payments, amount: priceOfNext(row).amount }
}

function dunningOf(row: UserProductRow): Dunning | null {
  const { dueAt, dunning, nextBillingAt, retryRequestedAt } = row
  if (dueAt === null || dunning === null || nextBillingAt === null) return null
  const { since, reason } = dunning
  const nextTryAt = (retryRequestedAt ?? nextBillingAt).toISOString()
  return { since, reason, nextTryAt, amount: priceOfNext(row).amount }
}

function subscriptionOf(row: UserProductRow): Subscription | null {
  if (row.type !== 'subscribe') return null
  const { firstPeriodPrice, trialDays, commitmentPeriods, pauseDaysPerYear } = row.planTerms ?? noPlanTerms
  const committedUntil = committedUntilOf(row)?.toISOString() ?? null
  const { pausedAt, pausedUntil, pauseYear, pauseDays, nextPlan } = row
  return {
    ...{ firstPeriodPrice, trialDays, commitmentPeriods, pauseDaysPerYear },
    trial: row.periodsPaid === 0,
    nextAmount: priceOfNext(row).amount,
    committedUntil,
    stopsAt: row.stopRequestedAt === null ? null : committedUntil,
    pause:
      isPaused(row) && pausedAt !== null && pausedUntil !== null
        ? { since: pausedAt.toISOString(), until: pausedUntil.toISOString() }
        : null,
    pausedDays: pauseYear === null ? null : { year: pauseYear, days: pauseDays },
    priceChange: priceChangeOf(row),
    change: nextPlan && { productId: nextPlan.productId, productName: nextPlan.productName, price: nextPlan.price },
  }
}

/** The new price of a subscription that renews without a change of plan, with the member's answer. */
function priceChangeOf(row: UserProductRow): NonNullable<Subscription['priceChange']> | null {
  const { priceChange, endsAt, billingMonths, nextBillingAt, nextPlan } = row
  if (priceChange === null || endsAt === null || billingMonths === null || nextBillingAt === null) return null
  if (nextPlan !== null) return null
  const startsAt = startOfPrice({ ...row, priceChange, endsAt, billingMonths })
  const { price: newPrice, answer } = priceChange
  const price = priceBefore(row)
  const shown = { price: newPrice, startsAt: startsAt.toISOString() }
  if (newPrice <= price) return { ...shown, consent: null }
  const isOpen = answer === null || (answer.accepted && !isAccepted(priceChange, startsAt))
  return {
    ...shown,
    consent: {
      state: isOpen ? 'open' : answer.accepted ? 'accepted' : 'declined',
      answeredAt: isOpen ? null : answer.at,
      possibleFrom: consentFrom(startsAt).toISOString(),
      textVersion: priceConsentVersion,
      text: priceConsentText({ price, newPrice, startsAt }),
    },
  }
}

/** Whether a product is paused. A product with an unpaid renewal is not, although it may have been paused before. */
export const isPaused = ({ state, dueAt, pausedAt }: Pick<UserProductRow, 'state' | 'dueAt' | 'pausedAt'>): boolean =>
  state === 'Unavailable' && dueAt === null && pausedAt !== null

/** The end of the periods to which the member of a renewing subscription agreed; null in its trial, in the last one, and later. */
export function committedUntilOf(row: UserProductRow): Date | null {
  const { planTerms, periodsPaid, billingMonths, endsAt, nextBillingAt } = row
  const left = (planTerms?.commitmentPeriods ?? 0) - periodsPaid
  if (periodsPaid === 0 || left <= 0 || billingMonths === null || endsAt === null || nextBillingAt === null) return null
  return monthsAfter(endsAt, left * billingMonths)
}
