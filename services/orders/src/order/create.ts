import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type Order } from '@kingcar/contract'
import { findStoredResult, prepared, type Tx, uuidv7, waitForProjectionOfNew, withIdempotency } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { holdMember, memberIdOf } from '../member/caller.ts'
import { type OfferedProduct, productOf } from '../product/offered.ts'
import { cars, members } from '../tables.ts'
import { toOrder } from './describe.ts'
import { merchantUidOf, nextCheck, unpaidUntil } from './order.ts'
import { addOrder } from './store.ts'

const op = contract.orders.createOrder

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

/** Orders a product at the price that it has now. What is ordered stays as it is, whatever the product becomes. */
export async function createOrder(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<Order> {
  const memberId = memberIdOf(caller)
  let product: OfferedProduct
  try {
    product = await productOf(ctx, input.productId, caller)
  } catch (error) {
    // What was ordered while it was sold is told again, whatever has become of the product.
    const known = await findStoredResult<Order>(ctx.db.read, ctx.idempotencySecret, op, input, caller)
    if (known) return known
    throw error
  }
  const { carId } = input
  if (carId !== undefined)
    await waitForProjectionOfNew(carId, async () => (await ctx.db.read.$count(cars, eq(cars.id, carId))) > 0)
  await waitForProjectionOfNew(memberId, async () => (await ctx.db.read.$count(members, eq(members.id, memberId))) > 0)
  const order = await withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    // Sent together: who may not order is found when all is written, and leaves nothing of it.
    const [member, row] = await Promise.all([
      holdMember(tx, memberId),
      addOrder(tx, newOrder(memberId, product, carId ?? null, ctx.now()), 'ordered', memberId),
      carId === undefined ? undefined : assertOwnCar(tx, memberId, carId),
    ])
    return toOrder(ctx.payments, row, member)
  })
  await fault('orders.created')
  if (order.amount > 0) announce(ctx, order)
  return order
}

export function newOrder(memberId: string, product: OfferedProduct, carId: string | null, now: Date) {
  const id = uuidv7()
  const expiresAt = unpaidUntil(now)
  return {
    id,
    merchantUid: merchantUidOf(id),
    memberId,
    productId: product.id,
    productName: product.name,
    productType: product.type,
    billingMonths: product.billingMonths,
    useLimit: product.useLimit,
    storeIds: product.storeIds,
    carId,
    amount: product.price,
    state: 'Create' as const,
    expiresAt,
    checkAt: nextCheck({ state: 'Create', paymentUid: null, paidAt: null, expiresAt }, now),
    createdAt: now,
  }
}

async function assertOwnCar(tx: Tx, memberId: string, carId: string): Promise<void> {
  const found = await statements(tx).ownCar.execute({ carId, memberId })
  if (found.length === 0) throw new AppError('CAR_NOT_FOUND')
}

/** Amounts that are announced at once: a crowd of orders leaves the provider's patience to payments. */
const mostAnnounced = 16
let announcing = 0

/** With it the provider's window takes no other amount. Without it one is found when it is paid, so nobody waits for it. */
function announce({ provider, log }: Ctx, { merchantUid, amount }: Order): void {
  if (announcing >= mostAnnounced) return
  announcing += 1
  provider
    .announce({ orderUid: merchantUid, amount })
    .catch((err: unknown) => {
      log.warn({ err }, 'the amount of an order was not announced to the provider')
    })
    .finally(() => {
      announcing -= 1
    })
}
