import type { Caller } from '@kingcar/bus'
import { AppError, type ChangeQuote, contract, type Input, type Result } from '@kingcar/contract'
import { findStoredResult, type Reader, type Tx, withIdempotency } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { shareLockCaller } from '../member/queries.ts'
import { announceAmount, newOrder } from '../order/create.ts'
import { describeOrder } from '../order/describe.ts'
import { assertNotHeld } from '../order/held-product.ts'
import { addOrder, assertFewOpen } from '../order/queries.ts'
import { periodPrice } from '../price/period-price.ts'
import { getPricedProduct, type PricedProduct } from '../product/get-priced-product.ts'
import { type NextPlan, type OrderRow, type UserProductRow, userProducts } from '../tables.ts'
import { creditOfHeld } from '../user-product/credit.ts'
import { changeUserProduct, committedUntilOf, lockUserProduct, toUserProduct } from '../user-product/queries.ts'
import { assertBetweenCharges } from './between-charges.ts'

const quoteOp = contract.orders.getMyProductChange
const memberOp = contract.orders.changeMyProduct
type Deps = Pick<
  Ctx,
  'bus' | 'db' | 'idempotencySecret' | 'log' | 'now' | 'openOrdersLimit' | 'paymentWindow' | 'providers'
>

const notASubscription = {
  path: 'productId',
  ko: '정기권으로만 바꿀 수 있어요.',
  en: 'Is not a subscription.',
}
const samePlan = { path: 'productId', ko: '지금 이용 중인 정기권이에요.', en: 'Is the current plan.' }
const invalid = (detail: typeof samePlan) => new AppError('VALIDATION_FAILED', { details: [detail] })

/** A plan without the terms for new members: its trial and first price. */
export type Plan = PricedProduct & { billingMonths: number }

/** @throws AppError PRODUCT_NOT_FOUND, PRODUCT_NOT_ON_SALE, VALIDATION_FAILED */
export async function getPlan(ctx: Pick<Ctx, 'bus' | 'db'>, productId: string, caller: Caller): Promise<Plan> {
  const product = await getPricedProduct(ctx, productId, caller)
  const { type, billingMonths, planTerms } = product
  if (type !== 'subscribe' || billingMonths === null) throw invalid(notASubscription)
  return { ...product, billingMonths, planTerms: { ...planTerms, firstPeriodPrice: null, trialDays: 0 } }
}

const priceOf = ({ price }: Plan, credit = 0): number => periodPrice({ price, firstPeriodPrice: null }, 1, credit)

/** The cost of changing a subscription of the caller to another plan. */
export const getMyProductChange = (
  ctx: Pick<Ctx, 'bus' | 'db' | 'now'>,
  input: Input<typeof quoteOp>,
  caller: Caller,
): Promise<ChangeQuote> => quoteChange(ctx, input, caller, memberIdOf(caller))

/** `getMyProductChange` for an administrator, also during a commitment. */
export const getUserProductChange = (
  ctx: Pick<Ctx, 'bus' | 'db' | 'now'>,
  input: Input<typeof quoteOp>,
  caller: Caller,
): Promise<ChangeQuote> => quoteChange(ctx, input, caller)

async function quoteChange(
  ctx: Pick<Ctx, 'bus' | 'db' | 'now'>,
  { id, productId }: Input<typeof quoteOp>,
  caller: Caller,
  memberId?: string,
): Promise<ChangeQuote> {
  await productIdOf(ctx.db.read, id, memberId)
  const plan = await getPlan(ctx, productId, caller)
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const found = await lockChangeable(tx, id, now, memberId)
    await assertNotHeld(tx, wantedOf(found, plan))
    const { amount: credit, unusedDays, days: periodDays } = await creditOfHeld(tx, found, now)
    const quote = { amount: priceOf(plan, credit), credit, unusedDays, periodDays }
    return {
      now: credit > plan.price ? null : quote,
      periodEnd: { at: found.endsAt.toISOString(), amount: priceOf(plan) },
    }
  })
}

/**
 * Changes a subscription of the caller to another plan: when its period ends, or with an order that the member pays as any other.
 */
export async function changeMyProduct(
  ctx: Deps,
  input: Input<typeof memberOp>,
  caller: Caller,
): Promise<Result<typeof memberOp>> {
  const memberId = memberIdOf(caller)
  const { id, productId, when } = input
  // A repeated request gets its stored result, even if the plan is not on sale any more.
  const key = [ctx.db.read, ctx.idempotencySecret, memberOp, input, caller] as const
  const stored = await findStoredResult<Result<typeof memberOp>>(...key)
  if (stored) return stored
  const withdraws = (await productIdOf(ctx.db.read, id, memberId)) === productId && when === 'periodEnd'
  const plan = withdraws ? null : await getPlan(ctx, productId, caller)
  const changed = await withIdempotency(ctx.db, ctx.idempotencySecret, memberOp, input, caller, async (tx) => {
    await shareLockCaller(tx, memberId)
    const now = ctx.now()
    const found = await lockChangeable(tx, id, now, memberId)
    if (plan === null || when === 'periodEnd')
      return { userProduct: toUserProduct(await changeAtEnd(tx, found, plan)), order: null }
    const order = await orderChange(ctx, tx, found, plan, { at: now, actorId: memberId })
    await assertFewOpen(tx, memberId, ctx.openOrdersLimit)
    return { userProduct: toUserProduct(found), order: await describeOrder(tx, ctx.paymentWindow, order) }
  })
  if (changed.order) announceAmount(ctx, changed.order)
  return changed
}

/**
 * The product of a plan. It is read before the new plan, so that another member's plan is always reported as missing,
 * whatever the new plan is.
 * @throws AppError USER_PRODUCT_NOT_FOUND, USER_PRODUCT_STATE_INVALID
 */
export async function productIdOf(read: Reader, id: string, memberId?: string): Promise<string> {
  const [row] = await read.select().from(userProducts).where(eq(userProducts.id, id))
  if (!row || (memberId !== undefined && row.memberId !== memberId)) throw new AppError('USER_PRODUCT_NOT_FOUND')
  if (row.type !== 'subscribe') throw new AppError('USER_PRODUCT_STATE_INVALID')
  return row.productId
}

export type Changeable = UserProductRow & { endsAt: Date }

/**
 * Locks a user product whose plan or renewal the caller is going to change.
 * @param memberId its member, if the member changes it; undefined for an administrator, who may also change it before the agreed
 * periods are over
 * @throws AppError USER_PRODUCT_NOT_FOUND, USER_PRODUCT_STATE_INVALID, PLAN_COMMITTED, CONFLICT
 */
export async function lockChangeable(tx: Tx, id: string, now: Date, memberId?: string): Promise<Changeable> {
  const found = await lockUserProduct(tx, id)
  if (!found || (memberId !== undefined && found.memberId !== memberId)) throw new AppError('USER_PRODUCT_NOT_FOUND')
  const changeable = await assertBetweenCharges(tx, found, now)
  if (memberId !== undefined && committedUntilOf(found) !== null) throw new AppError('PLAN_COMMITTED')
  return changeable
}

/** The fields of a plan's order that decide whether the member has the plan already. */
const wantedOf = (
  { memberId, carId }: UserProductRow,
  { id: productId, type: productType, carLimit, price }: Plan,
) => ({
  ...{ memberId, productId, productType, carLimit, amount: price },
  carId: carLimit === null ? null : carId,
})

/** @param plan null withdraws a change */
export async function changeAtEnd(tx: Tx, found: Changeable, plan: Plan | null): Promise<UserProductRow> {
  if (plan !== null) await assertNotHeld(tx, wantedOf(found, plan))
  // After a raise was announced, the announcement of the end of the period is outdated.
  const announced = found.priceChange !== null && { announcedEnd: null }
  return changeUserProduct(tx, found, { nextPlan: plan && nextPlanOf(plan), ...announced })
}

const nextPlanOf = (plan: Plan): NextPlan => ({
  ...{ productId: plan.id, productName: plan.name, price: plan.price, planTerms: plan.planTerms },
  ...{ billingMonths: plan.billingMonths, useLimit: plan.useLimit, carLimit: plan.carLimit },
  ...{ usesPerDay: plan.usesPerDay, usesPerStay: plan.usesPerStay, storeIds: plan.storeIds },
})

/** Adds the order that replaces the plan when it is paid. @throws AppError ALREADY_SUBSCRIBED, CREDIT_EXCEEDS_PRICE */
export async function orderChange(
  { providers }: Pick<Ctx, 'providers'>,
  tx: Tx,
  found: Changeable,
  plan: Plan,
  { at: now, actorId }: { at: Date; actorId: string | null },
): Promise<OrderRow> {
  const { id: replaces, memberId, endsAt: replacedUntil } = found
  if (plan.id === found.productId) throw invalid(samePlan)
  const wanted = wantedOf(found, plan)
  await assertNotHeld(tx, wanted)
  const { amount: credit } = await creditOfHeld(tx, found, now)
  if (credit > plan.price) throw new AppError('CREDIT_EXCEEDS_PRICE')
  const price = { amount: priceOf(plan, credit), trial: false, credit }
  const fields = { ...newOrder(memberId, plan, wanted.carId, now, providers.current, price), replaces, replacedUntil }
  return addOrder(tx, fields, 'planChange', actorId)
}
