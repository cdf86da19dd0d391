import { AppError, type Detail, paidOrderStates } from '@kingcar/contract'
import { prepared, type Reader, type Tx } from '@kingcar/db'
import { and, eq, inArray, isNotNull, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import { intents, type OrderRow, orders, type UserProductRow, userProducts } from '../tables.ts'

type Wanted = Pick<OrderRow, 'memberId' | 'productId' | 'productType' | 'carId' | 'carLimit' | 'amount'> &
  Partial<Pick<OrderRow, 'discount'>>

/** What forbids a second order of a product: the member has it as a subscription, or it is free. */
export type HeldError = 'ALREADY_SUBSCRIBED' | 'FREE_PRODUCT_LIMIT'

const unpaidRenewal: Detail = {
  path: 'productId',
  ko: '결제가 밀린 정기권이에요. 내 이용권에서 결제를 다시 시도해 주세요.',
  en: 'Its renewal is unpaid: pay it with retryPayment.',
}

/**
 * The error for a second order of a product; undefined for a product of which a member can have several. A product that
 * costs nothing only because of a coupon is limited by the coupon.
 */
export const heldErrorOf = ({ productType, amount, discount = 0 }: Wanted): HeldError | undefined => {
  if (productType === 'subscribe') return 'ALREADY_SUBSCRIBED'
  return amount + discount === 0 ? 'FREE_PRODUCT_LIMIT' : undefined
}

const isAlive = or(
  eq(userProducts.state, 'Available'),
  and(eq(userProducts.state, 'Unavailable'), or(isNotNull(userProducts.dueAt), isNotNull(userProducts.pausedAt))),
)
const isOf = (['memberId', 'productId'] as const).map((name) => eq(userProducts[name], sql.placeholder(name)))
const statements = prepared((on) => ({
  alive: on
    .select()
    .from(userProducts)
    .where(and(...isOf, isAlive))
    .orderBy(userProducts.dueAt) // nulls last
    .prepare('alive_products'),
}))

/** Whether a subscription is bound to another car: a member can have one for each car. */
const isForAnotherCar = (held: Pick<UserProductRow, 'carId'>, { carId, carLimit }: Wanted): boolean =>
  carLimit !== null && carId !== null && held.carId !== null && held.carId !== carId

/**
 * The member's product that a second order would repeat: it is usable, paused, or has an unpaid renewal. A product that
 * has not started yet does not count.
 */
export async function findHeld(read: Reader, wanted: Wanted): Promise<UserProductRow | undefined> {
  const { memberId, productId } = wanted
  if (heldErrorOf(wanted) === undefined) return undefined
  const held = await statements(read).alive.execute({ memberId, productId })
  const repeated = held.filter((each) => !isForAnotherCar(each, wanted))
  return repeated.find(({ dueAt }) => dueAt === null) ?? repeated[0]
}

/** @throws AppError ALREADY_SUBSCRIBED, FREE_PRODUCT_LIMIT for an order of a product that the member has */
export async function assertNotHeld(read: Reader, wanted: Wanted): Promise<void> {
  const code = heldErrorOf(wanted)
  const held = code && (await findHeld(read, wanted))
  if (held) throw new AppError(code, held.dueAt === null ? {} : { details: [unpaidRenewal] })
}

/** Whether a member has had the free days of a product; a refund does not make them available again. */
export const hasHadTrial = (read: Reader, memberId: string, productId: string): Promise<boolean> =>
  hasHad(read, memberId, productId, orders.trial)

/** Whether a member has had a product, by orders as given; a refunded one counts. */
export async function hasHad(read: Reader, memberId: string, productId: string, as?: SQLWrapper): Promise<boolean> {
  const granted = and(inArray(orders.state, paidOrderStates), as)
  const own = and(eq(orders.memberId, memberId), eq(orders.productId, productId), granted)
  return (await read.select({ id: orders.id }).from(orders).where(own).limit(1)).length > 0
}

/**
 * Whether an order has the first price of a plan that the member has got with another order in the meantime. This
 * happens with several open orders for different cars. The caller holds `lockHolding`.
 */
export const isFirstPriceSpent = async (tx: Tx, order: OrderRow): Promise<boolean> =>
  order.renews === null &&
  order.replaces === null &&
  (order.planTerms?.firstPeriodPrice ?? null) !== null &&
  hasHad(tx, order.memberId, order.productId, ne(orders.id, order.id))

/** Makes concurrent payments of a member's orders for one product wait for each other. Taken after the order's lock. */
export const lockHolding = (tx: Tx, { memberId, productId }: Pick<Wanted, 'memberId' | 'productId'>) =>
  tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('orders holding ' || ${memberId}::uuid || ' ' || ${productId}::uuid, 0))`)

/**
 * Whether a card is being charged for another of the member's orders: for this product, for its renewal, or for an
 * order that replaces the same plan. The caller holds `lockHolding`, and the lock of a plan that the order replaces.
 */
export async function isOtherBeingCharged(tx: Tx, order: OrderRow): Promise<boolean> {
  const charging = and(eq(intents.orderId, orders.id), eq(intents.kind, 'charge'), eq(intents.state, 'open'))
  const others = and(
    eq(orders.memberId, order.memberId),
    or(
      eq(orders.productId, order.productId),
      order.replaces === null ? undefined : eq(orders.replaces, order.replaces),
    ),
    ne(orders.id, order.id),
    inArray(orders.state, ['Create', 'Reserved']),
  )
  const found = await tx.select({ id: orders.id }).from(orders).innerJoin(intents, charging).where(others).limit(1)
  return found.length > 0
}
