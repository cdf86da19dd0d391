import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type Order, type PayMethod } from '@kingcar/contract'
import { findStoredResult, prepared, type Tx, uuidv7, waitForProjectionOfNew, withIdempotency } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx, PaymentWindow } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { shareLockCaller } from '../member/queries.ts'
import { getPricedProduct, type PricedProduct } from '../product/get-priced-product.ts'
import type { Api } from '../provider/provider.ts'
import { cars, members } from '../tables.ts'
import { toOrder } from './describe.ts'
import { assertNotHeld } from './held-product.ts'
import { merchantUidOf, nextReconciliation, paymentDeadline } from './order.ts'
import { addOrder, assertFewOpen } from './queries.ts'

const op = contract.orders.createOrder
type Deps = Pick<
  Ctx,
  'bus' | 'db' | 'idempotencySecret' | 'log' | 'now' | 'openOrdersLimit' | 'paymentWindow' | 'providers'
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

/** Orders a product at its current price. The order keeps a copy of the product's fields. */
export async function createOrder(ctx: Deps, input: Input<typeof op>, caller: Caller): Promise<Order> {
  const memberId = memberIdOf(caller)
  const { payMethod = null } = input
  assertPayable(ctx.paymentWindow, payMethod)
  let product: PricedProduct
  try {
    product = await getPricedProduct(ctx, input.productId, caller)
  } catch (error) {
    // A repeated request gets its stored result, also when the product is not on sale any more.
    const stored = await findStoredResult<Order>(ctx.db.read, ctx.idempotencySecret, op, input, caller)
    if (stored) return stored
    throw error
  }
  const { carId } = input
  if (carId !== undefined)
    await waitForProjectionOfNew(carId, async () => (await ctx.db.read.$count(cars, eq(cars.id, carId))) > 0)
  await waitForProjectionOfNew(memberId, async () => (await ctx.db.read.$count(members, eq(members.id, memberId))) > 0)
  const order = await withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const { current: api } = ctx.providers
    const fields = { ...newOrder(memberId, product, carId ?? null, ctx.now(), api), payMethod }
    // Sent in one round trip; where a check fails the transaction rolls back the order.
    const [member, row] = await Promise.all([
      shareLockCaller(tx, memberId),
      addOrder(tx, fields, 'ordered', memberId),
      carId === undefined ? undefined : assertOwnCar(tx, memberId, carId),
      assertNotHeld(tx, fields),
      assertFewOpen(tx, memberId, ctx.openOrdersLimit),
    ])
    return toOrder(ctx.paymentWindow, row, member)
  })
  await fault('orders.created')
  if (order.amount > 0) announceAmount(ctx, order)
  return order
}

/** @throws AppError VALIDATION_FAILED for a method without a channel; by V1 one window has all methods */
function assertPayable({ current, v2 }: PaymentWindow, payMethod: PayMethod | null): void {
  if (current === 'v1' || payMethod === null || v2.channelKeys[payMethod] !== undefined) return
  const details = [{ path: 'payMethod', ko: '지금은 쓸 수 없는 결제 수단이에요.', en: 'Not available at the moment.' }]
  throw new AppError('VALIDATION_FAILED', { details })
}

/** @param api by which it is paid */
export function newOrder(memberId: string, product: PricedProduct, carId: string | null, now: Date, api: Api) {
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
    amount: product.price,
    api,
    state: 'Create' as const,
    expiresAt,
    checkAt: nextReconciliation({ state: 'Create', paymentUid: null, paidAt: null, expiresAt }, now),
    createdAt: now,
  }
}

/** @throws AppError CAR_NOT_FOUND where the member has no such car, or removed it */
export async function assertOwnCar(tx: Tx, memberId: string, carId: string): Promise<void> {
  const found = await statements(tx).ownCar.execute({ carId, memberId })
  if (found.length === 0) throw new AppError('CAR_NOT_FOUND')
}

/** Announcements in flight at most, so that many new orders leave the provider's capacity to payments. */
const maxAnnouncing = 16
let announcing = 0

/**
 * Announces the order's amount, so that the provider's window accepts no other. Not awaited: a wrong amount is also found when
 * the order is paid.
 */
function announceAmount({ providers, log }: Pick<Ctx, 'log' | 'providers'>, { merchantUid, amount }: Order): void {
  if (announcing >= maxAnnouncing) return
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
