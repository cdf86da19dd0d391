import type { Caller } from '@kingcar/bus'
import {
  AppError,
  contract,
  type Input,
  noPlanTerms,
  seoulDate,
  type UserProduct,
  type UserProductSummary,
} from '@kingcar/contract'
import { type Tx, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { isAccepted, startOfPrice } from '../price/period-price.ts'
import type { UserProductRow } from '../tables.ts'
import { pause, unpause } from '../user-product/pause.ts'
import { changeUserProduct, isPaused, lockUserProduct, toUserProduct } from '../user-product/queries.ts'
import { auditRenewal } from './audit.ts'
import { assertBetweenCharges } from './between-charges.ts'

const { pauseMyProduct: pauseMine, unpauseMyProduct: unpauseMine } = contract.orders
const { pauseUserProduct: pauseOfMember, unpauseUserProduct: unpauseOfMember } = contract.orders
type Deps = Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>

const dayMs = 24 * 3_600_000

/** Pauses a subscription of the caller, for days that are left of the year. */
export function pauseMyProduct(ctx: Deps, input: Input<typeof pauseMine>, caller: Caller): Promise<UserProduct> {
  return withIdempotency(ctx.db, ctx.idempotencySecret, pauseMine, input, caller, async (tx) => {
    const found = await lockOwn(tx, input.id, caller)
    return toUserProduct(await pauseOne(tx, found, input.days, ctx.now(), pauseDaysOf(found)))
  })
}

/** `pauseMyProduct` by an administrator, without a limit. */
export function pauseUserProduct(
  ctx: Deps,
  input: Input<typeof pauseOfMember>,
  caller: Caller,
): Promise<UserProductSummary> {
  return withIdempotency(ctx.db, ctx.idempotencySecret, pauseOfMember, input, caller, async (tx) => {
    const found = await lockUserProduct(tx, input.id)
    if (!found) throw new AppError('USER_PRODUCT_NOT_FOUND')
    const now = ctx.now()
    const row = await pauseOne(tx, found, input.days, now, Infinity)
    return auditRenewal(tx, caller, pauseOfMember, input.reason, found, row, now)
  })
}

/** Ends the pause of a subscription of the caller. */
export function unpauseMyProduct(ctx: Deps, input: Input<typeof unpauseMine>, caller: Caller): Promise<UserProduct> {
  return withIdempotency(ctx.db, ctx.idempotencySecret, unpauseMine, input, caller, async (tx) =>
    toUserProduct(await unpauseOne(tx, await lockOwn(tx, input.id, caller), ctx.now())),
  )
}

/** `unpauseMyProduct` by an administrator. */
export function unpauseUserProduct(
  ctx: Deps,
  input: Input<typeof unpauseOfMember>,
  caller: Caller,
): Promise<UserProductSummary> {
  return withIdempotency(ctx.db, ctx.idempotencySecret, unpauseOfMember, input, caller, async (tx) => {
    const found = await lockUserProduct(tx, input.id)
    if (!found) throw new AppError('USER_PRODUCT_NOT_FOUND')
    const now = ctx.now()
    return auditRenewal(tx, caller, unpauseOfMember, input.reason, found, await unpauseOne(tx, found, now), now)
  })
}

async function lockOwn(tx: Tx, id: string, caller: Caller): Promise<UserProductRow> {
  const found = await lockUserProduct(tx, id)
  if (found?.memberId !== memberIdOf(caller)) throw new AppError('USER_PRODUCT_NOT_FOUND')
  return found
}

const pauseDaysOf = ({ planTerms }: UserProductRow) => (planTerms ?? noPlanTerms).pauseDaysPerYear

/** @throws AppError USER_PRODUCT_STATE_INVALID, CONFLICT, PAUSE_LIMIT_EXCEEDED */
async function pauseOne(tx: Tx, row: UserProductRow, days: number, now: Date, limit: number): Promise<UserProductRow> {
  const found = await assertBetweenCharges(tx, row, now)
  if (found.periodsPaid === 0) throw new AppError('USER_PRODUCT_STATE_INVALID')
  const pauseYear = Number(seoulDate(now).slice(0, 'YYYY'.length))
  const taken = found.pauseYear === pauseYear ? found.pauseDays : 0
  if (taken + days > limit) throw limitExceeded(Math.max(0, limit - taken))
  const change = { ...pause(found, now, days * dayMs), pauseYear, pauseDays: taken + days }
  return changeUserProduct(tx, found, { ...change, ...withoutEarlyConsent({ ...found, ...change }) })
}

/**
 * Removes a consent that is too early since a pause moved the period: the member is asked again. `price_answers` keeps
 * the consent.
 */
function withoutEarlyConsent(moved: UserProductRow & { endsAt: Date }) {
  const { priceChange, billingMonths } = moved
  if (billingMonths === null || !priceChange?.id || priceChange.answer?.accepted !== true) return {}
  if (isAccepted(priceChange, startOfPrice({ ...moved, priceChange, billingMonths }))) return {}
  return { priceChange: { ...priceChange, answer: null }, announcedEnd: null }
}

function limitExceeded(left: number): AppError {
  const ko = `올해 ${left}일 더 일시정지할 수 있어요.`
  const en = `${left} days are left of this year.`
  return new AppError('PAUSE_LIMIT_EXCEEDED', { details: [{ path: 'days', ko, en }] })
}

/** @throws AppError USER_PRODUCT_STATE_INVALID */
async function unpauseOne(tx: Tx, found: UserProductRow, now: Date): Promise<UserProductRow> {
  const { endsAt } = found
  if (!isPaused(found) || endsAt === null) throw new AppError('USER_PRODUCT_STATE_INVALID')
  const { rest, change } = unpause({ ...found, endsAt }, now)
  const pauseDays = found.pauseDays - Math.floor(rest / dayMs)
  return changeUserProduct(tx, found, { ...change, pauseDays })
}
