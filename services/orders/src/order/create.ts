import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type Order, type PayMethod } from '@kingcar/contract'
import {
  findStoredResult,
  prepared,
  type Reader,
  type Tx,
  uuidv7,
  waitForProjectionOfNew,
  withIdempotency,
} from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx, PaymentWindow } from '../context.ts'
import { assertStillCounts, withCoupon } from '../coupon/choose.ts'
import { priceWith, termsOf } from '../coupon/discount.ts'
import { memberIdOf } from '../member/caller.ts'
import { shareLockCaller } from '../member/queries.ts'
import { periodPrice } from '../price/period-price.ts'
import { getPricedProduct, type PricedProduct } from '../product/get-priced-product.ts'
import type { Api } from '../provider/provider.ts'
import { cars, type KeptCoupon, members, type OrderRow } from '../tables.ts'
import { toOrder } from './describe.ts'
import { assertNotHeld, hasHad, hasHadTrial } from './held-product.ts'
import { merchantUidOf, nextReconciliation, paymentDeadline } from './order.ts'
import { addOrder, assertFewOpen } from './queries.ts'

const op = contract.orders.createOrder
type Deps = Pick<
  Ctx,
  'bus' | 'db' | 'idempotencySecret' | 'limitCodes' | 'log' | 'now' | 'openOrdersLimit' | 'paymentWindow' | 'providers'
>

const statements = prepared((on) => ({
  ownCar: on
    .select({ id: cars.id })
    .from(cars)
    .where(
      and(
        eq(cars.id, sql.placeholder('carId')),
        eq(cars.memberId, sql.placeholder('memberId')),
        eq(cars.removed, false),
      ),
    )
    .prepare('own_car'),
}))

/**
 * Orders a product at its current price, with the coupon that applies. The order keeps a copy of the fields of both.
 */
export async function createOrder(ctx: Deps, input: Input<typeof op>, caller: Caller): Promise<Order> {
  try {
    return await placeOrder(ctx, input, caller)
  } catch (error) {
    // A repeated request gets its stored result, even if the product is not on sale any more or the coupon is used up.
    const stored = await findStoredResult<Order>(ctx.db.read, ctx.idempotencySecret, op, input, caller)
    if (stored) return stored
    throw error
  }
}

async function placeOrder(ctx: Deps, input: Input<typeof op>, caller: Caller): Promise<Order> {
  const memberId = memberIdOf(caller)
  const { carId, couponCode, payMethod = null } = input
  assertPayable(ctx.paymentWindow, payMethod)
  if (couponCode !== undefined) ctx.limitCodes(memberId)
  const product = await offeredTo(ctx.db.read, memberId, await getPricedProduct(ctx, input.productId, caller))
  if (carId !== undefined)
    await waitForProjectionOfNew(carId, async () => (await ctx.db.read.$count(cars, eq(cars.id, carId))) > 0)
  await waitForProjectionOfNew(memberId, async () => (await ctx.db.read.$count(members, eq(members.id, memberId))) > 0)
  const isTrial = (read: Reader) => isTrialOf(read, memberId, product)
  const sale = { memberId, product: { ...product, price: priceOfNew(product, await isTrial(ctx.db.read)).amount } }
  const order = await withCoupon(ctx, sale, couponCode, (coupon) =>
    withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
      const price = priceOfNew(product, await isTrial(tx))
      const { current: api } = ctx.providers
      const fields = {
        ...newOrder(memberId, product, carId ?? null, ctx.now(), api, price, coupon && termsOf(coupon)),
        payMethod,
      }
      // Sent in one round trip; if a check fails, the transaction rolls the order back.
      const [member, row] = await Promise.all([
        shareLockCaller(tx, memberId),
        addOrder(tx, fields, 'ordered', memberId),
        carId === undefined ? undefined : assertOwnCar(tx, memberId, carId),
        assertNotHeld(tx, fields),
        assertFewOpen(tx, memberId, ctx.openOrdersLimit),
        coupon && assertStillCounts(tx, memberId, coupon),
      ])
      return toOrder(ctx.paymentWindow, row, member)
    }),
  )
  await fault('orders.created')
  announceAmount(ctx, order)
  return order
}

/** @throws AppError VALIDATION_FAILED for a method without a channel; with V1 one window offers all methods */
function assertPayable({ current, v2 }: PaymentWindow, payMethod: PayMethod | null): void {
  if (current === 'v1' || payMethod === null || v2.channelKeys[payMethod] !== undefined) return
  const details = [{ path: 'payMethod', ko: '지금은 쓸 수 없는 결제 수단이에요.', en: 'Not available at the moment.' }]
  throw new AppError('VALIDATION_FAILED', { details })
}

/** The price of an order, and the period that it pays. */
export type OrderPrice = Pick<OrderRow, 'amount' | 'trial' | 'credit'>

/** A product with the terms for a member: the first price applies only to the member's first purchase. */
export async function offeredTo(read: Reader, memberId: string, product: PricedProduct): Promise<PricedProduct> {
  const { id, planTerms } = product
  if (planTerms.firstPeriodPrice === null || !(await hasHad(read, memberId, id))) return product
  return { ...product, planTerms: { ...planTerms, firstPeriodPrice: null } }
}

/** The price of a new order of a product: of its trial, or of its first paid period. */
export const priceOfNew = ({ price, planTerms }: PricedProduct, trial: boolean): OrderPrice => ({
  amount: periodPrice({ price, firstPeriodPrice: planTerms.firstPeriodPrice }, trial ? 0 : 1),
  ...{ trial, credit: 0 },
})

/** Whether an order of a product is for its free days. */
export const isTrialOf = async (read: Reader, memberId: string, { id, planTerms }: PricedProduct): Promise<boolean> =>
  planTerms.trialDays > 0 && !(await hasHadTrial(read, memberId, id))

/**
 * The fields of an order of a product, with the discount of a coupon.
 * @param api the provider's API by which it is paid
 */
export function newOrder(
  memberId: string,
  product: PricedProduct,
  carId: string | null,
  now: Date,
  api: Api,
  price: OrderPrice,
  coupon: KeptCoupon | null = null,
) {
  const id = uuidv7()
  const expiresAt = paymentDeadline(now)
  return {
    id,
    merchantUid: merchantUidOf(id),
    memberId,
    productId: product.id,
    productName: product.name,
    productType: product.type,
    billingMonths: product.billingMonths,
    useLimit: product.useLimit,
    carLimit: product.carLimit,
    usesPerDay: product.usesPerDay,
    usesPerStay: product.usesPerStay,
    storeIds: product.storeIds,
    carId,
    planTerms: product.planTerms,
    periodPrice: product.price,
    ...price,
    ...priceWith(price.amount, coupon),
    api,
    state: 'Create' as const,
    expiresAt,
    checkAt: nextReconciliation({ state: 'Create', paymentUid: null, paidAt: null, expiresAt }, now),
    createdAt: now,
  }
}

/** @throws AppError CAR_NOT_FOUND if the member has no such car, or removed it */
export async function assertOwnCar(tx: Tx, memberId: string, carId: string): Promise<void> {
  const found = await statements(tx).ownCar.execute({ carId, memberId })
  if (found.length === 0) throw new AppError('CAR_NOT_FOUND')
}

/**
 * Largest number of announcements in flight, so that many new orders do not use up the provider's capacity for
 * payments.
 */
const maxAnnouncing = 16
let announcing = 0

/**
 * Announces the order's amount, so that the provider's window accepts no other. Not awaited, because the payment of a
 * wrong amount is detected in any case.
 */
export function announceAmount(
  { providers, log }: Pick<Ctx, 'log' | 'providers'>,
  { merchantUid, amount }: Order,
): void {
  if (amount === 0 || announcing >= maxAnnouncing) return
  announcing += 1
  providers
    .of(providers.current)
    .announceAmount({ orderUid: merchantUid, amount })
    .catch((err: unknown) => {
      log.warn({ err }, 'order amount announcement to the provider failed')
    })
    .finally(() => {
      announcing -= 1
    })
}
