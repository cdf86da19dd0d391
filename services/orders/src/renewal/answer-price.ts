import type { Caller } from '@kingcar/bus'
import {
  AppError,
  contract,
  type Input,
  priceConsentVersion,
  seoulTime,
  type UserProduct,
  type UserProductSummary,
} from '@kingcar/contract'
import { type Tx, withIdempotency } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { consentFrom, isAccepted, priceBefore, startOfPrice } from '../price/period-price.ts'
import { withoutWithdrawnPrice } from '../price-change/queries.ts'
import { priceAnswers, type UserProductRow } from '../tables.ts'
import { changeUserProduct, isPaused, lockUserProduct, toUserProduct } from '../user-product/queries.ts'
import { auditRenewal } from './audit.ts'
import { assertBetweenCharges } from './between-charges.ts'

const memberOp = contract.orders.answerPriceChange
const adminOp = contract.orders.recordPriceAnswer
type Deps = Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>
type Answer = Pick<Input<typeof memberOp>, 'answer' | 'price' | 'textVersion'>
type Source = Pick<typeof priceAnswers.$inferInsert, 'source' | 'recordedBy' | 'reason'>

/**
 * Number of answers of one member to one raise, after which the raise can only be declined: a consent can always be
 * withdrawn once more.
 */
const mostAnswers = 20

/** Agrees to the raised price of a subscription of the caller, or declines it. */
export function answerPriceChange(ctx: Deps, input: Input<typeof memberOp>, caller: Caller): Promise<UserProduct> {
  const memberId = memberIdOf(caller)
  return withIdempotency(ctx.db, ctx.idempotencySecret, memberOp, input, caller, async (tx) => {
    const found = await lockUserProduct(tx, input.id)
    if (found?.memberId !== memberId) throw new AppError('USER_PRODUCT_NOT_FOUND')
    return toUserProduct(await answer(tx, found, input, { source: 'member' }, ctx.now()))
  })
}

/** Records an answer that a member gave in person; called by an administrator. */
export function recordPriceAnswer(
  ctx: Deps,
  input: Input<typeof adminOp>,
  caller: Caller,
): Promise<UserProductSummary> {
  return withIdempotency(ctx.db, ctx.idempotencySecret, adminOp, input, caller, async (tx) => {
    const found = await lockUserProduct(tx, input.id)
    if (!found) throw new AppError('USER_PRODUCT_NOT_FOUND')
    const now = ctx.now()
    const { reason } = input
    const source = { source: 'staff', recordedBy: caller.actor?.id ?? null, reason } as const
    return auditRenewal(tx, caller, adminOp, reason, found, await answer(tx, found, input, source, now), now)
  })
}

/** @throws AppError USER_PRODUCT_STATE_INVALID, PRICE_CHANGED, PRICE_CONSENT_TOO_EARLY, CONFLICT, RATE_LIMITED */
async function answer(
  tx: Tx,
  locked: UserProductRow,
  { answer: given, price, textVersion }: Answer,
  source: Source,
  now: Date,
): Promise<UserProductRow> {
  const found = await withoutWithdrawnPrice(tx, locked, now)
  const { priceChange, billingMonths, nextPlan } = found
  const oldPrice = priceBefore(found)
  const { endsAt } = await assertBetweenCharges(
    tx,
    { ...found, state: isPaused(found) ? 'Available' : found.state },
    now,
  )
  if (!priceChange?.id || nextPlan !== null || billingMonths === null || priceChange.price <= oldPrice)
    throw new AppError('USER_PRODUCT_STATE_INVALID')
  if (price !== priceChange.price || textVersion !== priceConsentVersion) throw new AppError('PRICE_CHANGED')
  const startsAt = startOfPrice({ ...found, priceChange, endsAt, billingMonths })
  const accepted = given === 'accepted'
  if (accepted ? isAccepted(priceChange, startsAt) : priceChange.answer?.accepted === false) return found
  if (accepted && now < consentFrom(startsAt)) throw tooEarly(consentFrom(startsAt))
  const ofChange = { priceChangeId: priceChange.id, userProductId: found.id }
  const before = and(
    eq(priceAnswers.priceChangeId, ofChange.priceChangeId),
    eq(priceAnswers.userProductId, ofChange.userProductId),
  )
  if (accepted && (await tx.$count(priceAnswers, before)) >= mostAnswers) throw new AppError('RATE_LIMITED')
  const said = { answer: given, oldPrice, newPrice: price, startsAt, textVersion, answeredAt: now, ...source }
  await tx.insert(priceAnswers).values({ ...ofChange, memberId: found.memberId, ...said })
  const answered = { ...priceChange, answer: { accepted, at: now.toISOString() } }
  // The end of the period was announced with another renewal, so the announcement is outdated.
  return changeUserProduct(tx, found, { priceChange: answered, announcedEnd: null })
}

function tooEarly(at: Date): AppError {
  const time = seoulTime(at).slice(0, 'YYYY-MM-DD HH:mm'.length)
  const details = [{ path: 'answer', ko: `${time}부터 동의할 수 있어요.`, en: `Possible from ${at.toISOString()}.` }]
  return new AppError('PRICE_CONSENT_TOO_EARLY', { details })
}
